import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { packageLimits } from '@repertoire/skill-md'
import { isOverCompressionRatio, zipLimits } from '@repertoire/skill-md/zip'
import { Parser, type ReadEntry } from 'tar'
import { TarRejectedError, tarBomb, tarCorrupt } from './tar-problems.ts'

/** Of one skill: headers, padding and the end of an archive, beside the bytes of its files. */
const maxUnpackedBytes = packageLimits.packageBytes + zipLimits.entries * 2048 + 64 * 1024
const gzipMagic = 0x1f
/** The parser reads a chunk at once; other work gets its turn between two. */
const chunkBytes = 64 * 1024
/** A header that names one path; the parser skips larger ones. */
const maxHeaderBytes = 16 * 1024
/** Headers that describe the entry after them: one for a long path, one for a long link. */
const maxHeaders = 2 * zipLimits.entries

/**
 * Reads a tar archive, gzipped or not, and calls `visit` for every entry, links and devices included. `visit` either
 * reads the entry or resumes it. Throws {@link TarRejectedError}, also for the first byte over the limits.
 */
export async function walkTar(
  bytes: Uint8Array,
  visit: (entry: ReadEntry) => void,
  maxBytes: number = maxUnpackedBytes,
): Promise<void> {
  let failure: Error | undefined
  const fail = (error: Error): void => {
    failure ??= error
  }
  const onEntry = (entry: ReadEntry): void => {
    try {
      visit(entry)
    } catch (error) {
      fail(error as Error)
      entry.resume()
    }
  }
  const parser = new Parser({
    ...{ strict: true, brotli: false, zstd: false, onReadEntry: onEntry },
    maxMetaEntrySize: maxHeaderBytes,
  })
  let headers = 0
  parser.on('meta', () => {
    headers += 1
    if (headers > maxHeaders) fail(new TarRejectedError(tarBomb))
  })
  parser.on('ignoredEntry', onEntry)
  parser.on('error', () => fail(new TarRejectedError(tarCorrupt)))
  const ended = new Promise<void>((resolve) => parser.once('end', () => resolve()))
  let size = 0
  for await (const chunk of unpacked(bytes)) {
    // The library would unpack a second layer, which no limit here counts.
    if (size === 0 && chunk[0] === gzipMagic) throw new TarRejectedError(tarCorrupt)
    size += chunk.length
    if (size > maxBytes || isOverCompressionRatio(size, bytes.length)) {
      throw new TarRejectedError(tarBomb)
    }
    parser.write(chunk)
    if (failure) throw failure
  }
  parser.end()
  if (failure) throw failure
  await ended
  if (size < 512) throw new TarRejectedError(tarCorrupt)
}

async function* unpacked(bytes: Uint8Array): AsyncGenerator<Buffer> {
  if (bytes[0] !== gzipMagic) {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      const { length } = bytes.subarray(at, at + chunkBytes)
      yield Buffer.from(bytes.buffer, bytes.byteOffset + at, length)
      await setImmediate()
    }
    return
  }
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  gunzip.end(bytes)
  try {
    yield* gunzip
  } catch {
    throw new TarRejectedError(tarCorrupt)
  } finally {
    gunzip.destroy()
  }
}
