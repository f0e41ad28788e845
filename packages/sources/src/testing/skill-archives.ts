import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'

export interface TarFile {
  readonly path: string
  readonly text?: string
  readonly type?:
    | 'File'
    | 'Directory'
    | 'SymbolicLink'
    | 'Link'
    | 'CharacterDevice'
    /** Its text describes the entry after it, as `27 path=a/long/path.txt` does. */
    | 'ExtendedHeader'
  readonly linkpath?: string
  readonly mode?: number
}

/** A tar archive with exactly these entries, also ones that no program would write. */
export function tarOf(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ path, text = '', type = 'File', linkpath, mode = 0o644 }) => {
    const bytes = Buffer.from(text)
    const hasBytes = type === 'File' || type === 'ExtendedHeader'
    const header = new Header({
      ...{ path, mode, type, uid: 0, gid: 0, size: hasBytes ? bytes.length : 0 },
      ...(linkpath !== undefined && { linkpath }),
      mtime: new Date(0),
    })
    header.encode()
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512)
    return [header.block as Buffer, ...(hasBytes ? [bytes, padding] : [])]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export function tarGzOf(files: readonly TarFile[]): Buffer {
  return gzipSync(tarOf(files))
}

/** A SKILL.md of this name. */
export function skillMdOf(name: string, body = 'Do it well.'): string {
  return `---\nname: ${name}\ndescription: Says how to do ${name}.\n---\n\n${body}\n`
}

export function digestOfBytes(bytes: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
