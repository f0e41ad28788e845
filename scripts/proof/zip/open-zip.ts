import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'
import type { PlainFile } from './zip-model.ts'

/** The files of a well-formed archive, read without a zip library. Paths as stored. */
export function openZip(bytes: Uint8Array): PlainFile[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  assert.ok(end >= 0, 'the archive has an end record')
  const files: PlainFile[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((n) =>
      zip.readUInt16LE(at + n),
    )
    const path = zip.toString('utf8', at + 46, at + 46 + (nameLength as number))
    const content = contentOf(zip, at)
    assert.equal(crc32(content), zip.readUInt32LE(at + 16), `${path} has its checksum`)
    const mode = zip.readUInt32LE(at + 38) >>> 16
    files.push({ path, bytes: content, executable: (mode & 0o111) !== 0 })
    at += 46 + (nameLength as number) + (extraLength as number) + (commentLength as number)
  }
  return files
}

function contentOf(zip: Buffer, central: number): Buffer {
  const local = zip.readUInt32LE(central + 42)
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const data = zip.subarray(start, start + zip.readUInt32LE(central + 20))
  return zip.readUInt16LE(central + 10) === 8 ? inflateRawSync(data) : data
}
