import { describe, expect, it } from 'vitest'
import { fileKind, imageType } from './file-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

describe('how a file is looked at', () => {
  it('D3: text up to 256 KB, SKILL.md up to what it may be, pictures, and nothing else', () => {
    const kind = (path: string, size = 100) => fileKind({ path, size })
    expect(kind('scripts/run.sh')).toBe('text')
    expect(kind('references/a.MD')).toBe('markdown')
    expect(kind('assets/logo.webp')).toBe('image')
    expect(kind('references/a.md', 256 * 1024)).toBe('markdown')
    expect(kind('references/a.md', 256 * 1024 + 1)).toBe('kept')
    expect(kind('SKILL.md', 500_000)).toBe('markdown')
    expect(kind('assets/logo.png', 9 * 1024 * 1024)).toBe('kept')
  })

  it('never shows SVG as a picture: it is text, and can hold scripts', () => {
    expect(fileKind({ path: 'assets/logo.svg', size: 10 })).toBe('text')
    expect(imageType(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  })

  it('believes the bytes of a picture, not its name', () => {
    expect(imageType(bytes('\x89PNG\r\n\x1a\n....'))).toBe('image/png')
    expect(imageType(bytes('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
    expect(imageType(bytes('GIF89a....'))).toBe('image/gif')
    expect(imageType(bytes('RIFF....WEBPVP8 '))).toBe('image/webp')
    expect(imageType(bytes('RIFF....WAVE'))).toBeNull()
    expect(imageType(bytes('<html><script>'))).toBeNull()
    expect(imageType(bytes(''))).toBeNull()
  })
})
