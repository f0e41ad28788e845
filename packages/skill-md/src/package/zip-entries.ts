import {
  type Entry,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_OVERLAPPING_ENTRY,
  ERR_SPLIT_ZIP_FILE,
  type FileEntry,
  Uint8ArrayReader,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import type { PackageProblem } from './package-file.ts'
import { pathCollision } from './package-rules.ts'
import {
  ZipRejected,
  zipCorrupt,
  zipMismatch,
  zipOverlap,
  zipSizeMismatch,
  zipSplit,
  zipTooManyEntries,
} from './zip-problems.ts'

/** The library rejects ambiguous archives; our own rules validate names. */
const readerOptions = {
  strictness: 'strict',
  filenameValidation: 'tolerant',
  useWebWorkers: false,
} as const

/** The entries of the central directory. Throws {@link ZipRejected}. */
export async function listEntries(bytes: Uint8Array, maxEntries: number): Promise<Entry[]> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), readerOptions)
  const entries: Entry[] = []
  const names = new Set<string>()
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.length === maxEntries) throw new ZipRejected(zipTooManyEntries(maxEntries))
      // The library would report a generic error; this names the file.
      if (names.has(entry.filename)) {
        throw new ZipRejected(pathCollision(entry.filename, entry.filename))
      }
      names.add(entry.filename)
      entries.push(entry)
    }
  } catch (error) {
    throw toZipRefused(error, '')
  } finally {
    await reader.close()
  }
  return entries
}

/**
 * Checks every local header against the central directory, and that entries neither overlap nor leave unaccounted bytes
 * between them. Inflates nothing. Throws {@link ZipRejected}.
 */
export async function checkLayout(entries: readonly Entry[]): Promise<void> {
  const ranges: { start: number; end: number }[] = []
  for (const entry of entries) {
    await getData(entry, { checkOverlappingEntryOnly: true }, new WritableStream())
    const { dataOffset } = entry.localDirectory ?? {}
    if (dataOffset === undefined) throw new ZipRejected(zipCorrupt('a local header is missing'))
    ranges.push({ start: entry.offset, end: dataOffset + entry.compressedSize })
  }
  ranges.sort((one, other) => one.start - other.start)
  for (const [index, { start }] of ranges.entries()) {
    const before = ranges[index - 1]?.end ?? 0
    if (start - before > maxDataDescriptorLength) {
      throw new ZipRejected(zipMismatch('there are bytes between its entries'))
    }
  }
}

/** Signature, CRC and two 64-bit sizes. */
const maxDataDescriptorLength = 24

/** Inflates one entry; stops at the first byte over its declared size. Throws {@link ZipRejected}. */
export async function inflateEntry(entry: Entry): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.uncompressedSize)
  let size = 0
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      if (size + chunk.length > bytes.length) throw new ZipRejected(zipSizeMismatch(entry.filename))
      bytes.set(chunk, size)
      size += chunk.length
    },
  })
  await getData(entry, { checkCrc32: true }, sink)
  if (size !== bytes.length) throw new ZipRejected(zipSizeMismatch(entry.filename))
  return bytes
}

async function getData(
  entry: Entry,
  options: { checkOverlappingEntryOnly?: true; checkCrc32?: true },
  sink: WritableStream<Uint8Array>,
): Promise<void> {
  try {
    // Folders have it too, despite their type: their headers are checked as well.
    await (entry as FileEntry).getData(sink, options)
  } catch (error) {
    throw toZipRefused(error, entry.filename)
  }
}

function toZipRefused(error: unknown, path: string): ZipRejected {
  if (error instanceof ZipRejected) return error
  return new ZipRejected(problemOf(error, path))
}

function problemOf(error: unknown, path: string): PackageProblem {
  if (!(error instanceof Error)) return zipCorrupt('no reason is known')
  const { message } = error
  if (message === ERR_AMBIGUOUS_ARCHIVE) {
    return zipMismatch('reason' in error ? String(error.reason) : message)
  }
  if (message === ERR_OVERLAPPING_ENTRY) return zipOverlap
  if (message === ERR_INVALID_UNCOMPRESSED_SIZE) return zipSizeMismatch(path)
  if (message === ERR_SPLIT_ZIP_FILE) return zipSplit
  return zipCorrupt(message.slice(0, 200))
}
