import type { ManifestEntryBody } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'

/** How a file is looked at here. `kept`: not at all, it is only kept and exported. */
export type FileKind = 'markdown' | 'text' | 'image' | 'kept'

/** More than this is not decoded into a picture. Bytes. */
const imageBytes = 8 * 1024 * 1024

const imageNames = /\.(?:png|jpe?g|gif|webp)$/i
const markdownNames = /\.(?:md|markdown|mdx)$/i

/** What its name and size promise; whether the bytes keep it is seen when they are there. */
export function fileKind({ path, size }: Pick<ManifestEntryBody, 'path' | 'size'>): FileKind {
  if (imageNames.test(path)) return size <= imageBytes ? 'image' : 'kept'
  // SKILL.md may be longer than the files beside it.
  const limit = path === 'SKILL.md' ? packageLimits.skillMdBytes : packageLimits.textBytes
  if (size > limit) return 'kept'
  return markdownNames.test(path) ? 'markdown' : 'text'
}

const signatures: readonly (readonly [type: string, at: number, text: string][])[] = [
  [['image/png', 0, '\x89PNG\r\n\x1a\n']],
  [['image/jpeg', 0, '\xff\xd8\xff']],
  [['image/gif', 0, 'GIF87a']],
  [['image/gif', 0, 'GIF89a']],
  [
    ['image/webp', 0, 'RIFF'],
    ['image/webp', 8, 'WEBP'],
  ],
]

/** The picture these bytes are, by their own signature and never by their name; null when none we show. */
export function imageType(bytes: Uint8Array): string | null {
  const starts = (at: number, text: string) =>
    [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))
  const found = signatures.find((parts) => parts.every(([, at, text]) => starts(at, text)))
  return found?.[0]?.[0] ?? null
}
