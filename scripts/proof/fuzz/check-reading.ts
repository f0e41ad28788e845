import assert from 'node:assert/strict'
import { posix, win32 } from 'node:path'
import { packageLimits } from '@repertoire/skill-md'
import type { SkillZip } from '@repertoire/skill-md/zip'

type Accepted = Extract<SkillZip, { ok: true }>

/** What has to hold of every answer. Written apart from the reader's own rules, so that it can catch them. */
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

/** Wherever the package is unpacked, this file is inside, and the name means the same everywhere. */
function checkPath(path: string): void {
  const said = JSON.stringify(path)
  assert.ok(path.length > 0 && path.length <= packageLimits.pathLength, said)
  assert.ok(posix.join('/skills/one', path) === `/skills/one/${path}`, said)
  assert.ok(win32.resolve('X:\\skills\\one', path).startsWith('X:\\skills\\one\\'), said)
  assert.ok(!path.includes('\\') && !path.includes(':'), said)
  for (const character of path) {
    const code = character.codePointAt(0) as number
    assert.ok(
      code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000),
      said,
    )
  }
  for (const segment of path.split('/')) {
    assert.ok(!['', '.', '..'].includes(segment) && !/[. ]$/.test(segment), said)
    assert.ok(!/^(?:aux|con|nul|prn|com\d|lpt\d)$/i.test(segment.split('.')[0]?.trim() ?? ''), said)
  }
}

/** The files fit beside each other on a file system that knows no case. */
function checkTree({ files }: Accepted): void {
  const known = new Map<string, 'file' | 'folder'>()
  for (const { path } of files) {
    const segments = path.normalize('NFC').toLowerCase().split('/')
    for (let depth = 1; depth <= segments.length; depth++) {
      const place = segments.slice(0, depth).join('/')
      const kind = depth === segments.length ? 'file' : 'folder'
      const other = known.get(place)
      assert.ok(
        other === undefined || (other === 'folder' && kind === 'folder'),
        JSON.stringify(path),
      )
      known.set(place, kind)
    }
  }
}
