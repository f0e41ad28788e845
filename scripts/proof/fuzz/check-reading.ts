import assert from 'node:assert/strict'
import { posix, win32 } from 'node:path'
import { packageLimits } from '@repertoire/skill-md'
import type { SkillZip } from '@repertoire/skill-md/zip'

type Accepted = Extract<SkillZip, { ok: true }>

/**
 * Asserts what holds for every result. Written independently of the reader's rules, so that it can find their
 * mistakes.
 */
export function checkReading(reading: SkillZip): void {
  if (!reading.ok) {
    assert.match(reading.problem.code, /^(?:zip|package)\.[a-z-]+$/)
    assert.ok(reading.problem.message.length > 0 && reading.problem.message.length < 2000)
    return
  }
  checkSizes(reading)
  for (const { path } of reading.files) checkPath(path)
  checkTree(reading)
}

function checkSizes({ files }: Accepted): void {
  assert.ok(files.length <= packageLimits.files)
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  assert.ok(bytes <= packageLimits.packageBytes)
}

/** The file stays inside the folder the package is unpacked to, and its name means the same on every system. */
function checkPath(path: string): void {
  const label = JSON.stringify(path)
  assert.ok(path.length > 0 && path.length <= packageLimits.pathLength, label)
  assert.ok(posix.join('/skills/one', path) === `/skills/one/${path}`, label)
  assert.ok(win32.resolve('X:\\skills\\one', path).startsWith('X:\\skills\\one\\'), label)
  assert.ok(!path.includes('\\') && !path.includes(':'), label)
  for (const character of path) {
    const code = character.codePointAt(0) as number
    assert.ok(
      code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000),
      label,
    )
  }
  for (const segment of path.split('/')) {
    assert.ok(!['', '.', '..'].includes(segment) && !/[. ]$/.test(segment), label)
    assert.ok(
      !/^(?:aux|con|nul|prn|com\d|lpt\d)$/i.test(segment.split('.')[0]?.trim() ?? ''),
      label,
    )
  }
}

/** The files do not collide on a case-insensitive file system. */
function checkTree({ files }: Accepted): void {
  const known = new Map<string, 'file' | 'folder'>()
  for (const { path } of files) {
    const segments = path.normalize('NFC').toLowerCase().split('/')
    for (let depth = 1; depth <= segments.length; depth++) {
      const prefix = segments.slice(0, depth).join('/')
      const kind = depth === segments.length ? 'file' : 'folder'
      const other = known.get(prefix)
      assert.ok(
        other === undefined || (other === 'folder' && kind === 'folder'),
        JSON.stringify(path),
      )
      known.set(prefix, kind)
    }
  }
}
