import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A zip archive, field by field, written without a zip library: ordinary archives for the proof, and hostile
 * ones for the fuzzer, which overwrites fields before the layout.
 */
export interface ZipModel {
  entries: ZipEntry[]
  end: Fields
  endComment: Uint8Array
  /** If present, a zip64 record and its locator precede the end record. */
  zip64?: Fields
  /** Bytes before the first entry, and between entries and central directory. */
  prefix: Uint8Array
  gap: Uint8Array
}

export interface ZipEntry {
  local: Fields
  localName: Uint8Array
  localExtra: Uint8Array
  data: Uint8Array
  /** Follows the data if not empty. */
  descriptor: Uint8Array
  central: Fields
  centralName: Uint8Array
  centralExtra: Uint8Array
  comment: Uint8Array
}

/** Numbers by name; missing ones are computed from the layout. */
export type Fields = Record<string, number>

export interface PlainFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

type Layout = readonly (readonly [name: string, bytes: 2 | 4 | 8])[]

export const localLayout: Layout = [
  ['signature', 4],
  ['needed', 2],
  ['flags', 2],
  ['method', 2],
  ['time', 2],
  ['date', 2],
  ['crc', 4],
  ['compressed', 4],
  ['size', 4],
  ['nameLength', 2],
  ['extraLength', 2],
]
export const directoryLayout: Layout = [
  ['signature', 4],
  ['madeBy', 2],
  ...localLayout.slice(1),
  ['commentLength', 2],
  ['disk', 2],
  ['internal', 2],
  ['external', 4],
  ['offset', 4],
]
export const endLayout: Layout = [
  ['signature', 4],
  ['disk', 2],
  ['directoryDisk', 2],
  ['entriesHere', 2],
  ['entries', 2],
  ['directorySize', 4],
  ['directoryOffset', 4],
  ['commentLength', 2],
]
export const zip64Layout: Layout = [
  ['signature', 4],
  ['recordSize', 8],
  ['madeBy', 2],
  ['needed', 2],
  ['disk', 4],
  ['directoryDisk', 4],
  ['entriesHere', 8],
  ['entries', 8],
  ['directorySize', 8],
  ['directoryOffset', 8],
  ['locatorSignature', 4],
  ['locatorDisk', 4],
  ['locatorOffset', 8],
  ['locatorDisks', 4],
]

const utf8 = new TextEncoder()
const nothing = new Uint8Array()

/** An ordinary archive of these files. */
export function plainModel(files: readonly PlainFile[], method: 0 | 8 = 8): ZipModel {
  return {
    entries: files.map((file) => plainEntry(file, method)),
    end: {},
    endComment: nothing,
    prefix: nothing,
    gap: nothing,
  }
}

function plainEntry({ path, bytes, executable }: PlainFile, preferredMethod: 0 | 8): ZipEntry {
  const method = bytes.length === 0 ? 0 : preferredMethod
  const data = method === 8 ? deflateRawSync(bytes) : bytes
  const shared = { needed: 20, flags: 0x800, method, time: 0x6000, date: 0x21 }
  const sizes = { crc: crc32(bytes), compressed: data.length, size: bytes.length }
  const external = (executable ? 0o100755 : 0o100644) * 0x10000
  return {
    local: { ...shared, ...sizes },
    localName: utf8.encode(path),
    localExtra: nothing,
    data,
    descriptor: nothing,
    central: { ...shared, ...sizes, madeBy: 0x0314, external },
    centralName: utf8.encode(path),
    centralExtra: nothing,
    comment: nothing,
  }
}

/** The archive's bytes; a given field overrides the computed one. */
export function zipBytes(model: ZipModel): Buffer {
  const parts: Uint8Array[] = [model.prefix]
  let at = model.prefix.length
  const put = (...chunks: Uint8Array[]): void => {
    for (const chunk of chunks) {
      parts.push(chunk)
      at += chunk.length
    }
  }
  const offsets = model.entries.map((entry) => {
    const offset = at
    const { local, localName, localExtra, data, descriptor } = entry
    const lengths = { nameLength: localName.length, extraLength: localExtra.length }
    put(encode(localLayout, { signature: 0x04034b50, ...lengths, ...local }))
    put(localName, localExtra, data, descriptor)
    return offset
  })
  put(model.gap)
  const directoryOffset = at
  for (const [index, entry] of model.entries.entries()) {
    const { central, centralName, centralExtra, comment } = entry
    const lengths = { nameLength: centralName.length, extraLength: centralExtra.length }
    const rest = { commentLength: comment.length, offset: offsets[index] as number }
    put(encode(directoryLayout, { signature: 0x02014b50, ...lengths, ...rest, ...central }))
    put(centralName, centralExtra, comment)
  }
  const count = model.entries.length
  const where = { directorySize: at - directoryOffset, directoryOffset }
  const counts = { entriesHere: count, entries: count }
  if (model.zip64)
    put(encode(zip64Layout, { ...zip64Defaults(at), ...counts, ...where, ...model.zip64 }))
  const commentLength = model.endComment.length
  put(
    encode(endLayout, { signature: 0x06054b50, ...counts, ...where, commentLength, ...model.end }),
  )
  put(model.endComment)
  return Buffer.concat(parts)
}

function zip64Defaults(offset: number): Fields {
  return {
    ...{ signature: 0x06064b50, recordSize: 44, madeBy: 45, needed: 45 },
    ...{ locatorSignature: 0x07064b50, locatorOffset: offset, locatorDisks: 1 },
  }
}

function encode(layout: Layout, fields: Fields): Uint8Array {
  const bytes = Buffer.alloc(layout.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [name, width] of layout) {
    const value = fields[name] ?? 0
    if (width === 8) bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(Math.trunc(value))), at)
    else if (width === 4) bytes.writeUInt32LE(value >>> 0, at)
    else bytes.writeUInt16LE(value & 0xffff, at)
    at += width
  }
  return bytes
}
