//! Makes `src/pitch.arena.v1.rs` of the bot: `cargo run` in this folder, or with another folder to write to.

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or("../src".to_string());
    prost_build::Config::new()
        .out_dir(folder)
        .compile_protos(&["pitch/arena/v1/play.proto"], &["../../../proto"])
}
