"""The only room that imports grpc and asyncio; to the rest of the project it speaks trio."""
