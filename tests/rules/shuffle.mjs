// The shuffle written a second time, from the specification (docs/protocol.md).
// Reads requests as JSON lines {secret, match, index, n} on standard input and prints each permutation on a line.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function dealOrder(secret, match, index, n) {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(index));
  const key = sha256("pitch-arena/deal/1\0", secret, sha256(match), place);
  const deck = Array.from({ length: n }, (_, card) => card);
  for (let block = 0; n > 1; block++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(block);
    for (const byte of sha256(key, counter)) {
      if (byte >= 256 - (256 % n)) continue; // rejection: no modulo bias
      const other = byte % n;
      n -= 1;
      [deck[n], deck[other]] = [deck[other], deck[n]];
      if (n === 1) break;
    }
  }
  return deck;
}

for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const { secret, match, index, n } = JSON.parse(line);
  console.log(dealOrder(Buffer.from(secret, "hex"), match, index, n).join(" "));
}
