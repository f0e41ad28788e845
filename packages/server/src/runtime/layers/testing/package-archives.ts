import { createHash } from 'node:crypto'
import { crc32, gzipSync } from 'node:zlib'

/** Text files by path. Paths are not checked, so they may lead out of the archive. */
export type ArchiveFiles = Readonly<Record<string, string>>

/** A zip with uncompressed files. */
export function zipOf(files: ArchiveFiles): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(text)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(0x00210000, 6)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(0o100644 * 0x10000, 6)
    tail.writeUInt32LE(offset, 10)
    const made = Buffer.from([20, 3])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}

/** A gzipped tar. */
export function tarballOf(files: ArchiveFiles): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write('0000644\0', 100)
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        0', 148)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

export interface WheelSpec {
  readonly name: string
  readonly version?: string
  readonly files: ArchiveFiles
  /** Lines of METADATA, such as `Requires-Dist: other`. */
  readonly metadata?: readonly string[]
}

/** A wheel and its file name. */
export function wheelOf({ name, version = '1.0', files, metadata = [] }: WheelSpec) {
  const stem = `${name.replaceAll('-', '_')}-${version}`
  const info = `${stem}.dist-info`
  const about = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...metadata,
    '',
    '',
  ]
  const all: Record<string, string> = {
    ...files,
    [`${info}/METADATA`]: about.join('\n'),
    [`${info}/WHEEL`]:
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  }
  const record = Object.entries(all).map(([path, text]) => {
    const hash = createHash('sha256').update(text).digest('base64url')
    return `${path},sha256=${hash},${Buffer.byteLength(text)}\n`
  })
  all[`${info}/RECORD`] = `${record.join('')}${info}/RECORD,,\n`
  return { file: `${stem}-py3-none-any.whl`, bytes: zipOf(all) }
}
