import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PackageFile } from './package-file.ts'
import { packageLimits, packageProblem } from './package-rules.ts'
import { readSkillZip } from './read-skill-zip.ts'
import { writeSkillZip } from './write-skill-zip.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const file = (path: string, content: string | Uint8Array, executable = false): PackageFile => ({
  path,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  executable,
})

const byPath = (files: readonly PackageFile[]) =>
  files.toSorted((one, other) => (one.path < other.path ? -1 : 1))

async function back(root: string, files: readonly PackageFile[]) {
  const outcome = await readSkillZip(writeSkillZip(root, files))
  if (!outcome.ok) throw new Error(`${outcome.problem.code}: ${outcome.problem.message}`)
  return outcome
}

const paths = fc.oneof(
  fc.stringMatching(/^[\w@+~#ß漢 -]{1,12}(?:\/[\w.é-]{1,12}){0,3}$/u),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
)
const files = fc
  .array(
    fc.record({
      path: paths,
      bytes: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
      executable: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .filter((some) => packageProblem(some) === undefined)

describe('a skill as a zip', () => {
  it('D3: a package round-trips byte for byte, in its folder, with executable bits', async () => {
    await fc.assert(
      fc.asyncProperty(files, async (some) => {
        const { root, files: read } = await back('my.skill', some)
        expect(root).toBe('my.skill')
        expect(read).toEqual(byPath(some).filter(({ path }) => !/(^|\/)\.DS_Store$/.test(path)))
      }),
      { numRuns: 100 },
    )
  })

  it('D11: the same files give the same bytes, in any order and time zone', async () => {
    const some = [
      file('SKILL.md', 'text '.repeat(100)),
      file('a/b', 'b', true),
      file('2', '2'),
      file('1', '1'),
    ]
    const zip = writeSkillZip('x', some)
    const zone = process.env.TZ
    for (const other of ['Asia/Kolkata', 'Pacific/Honolulu', 'America/Sao_Paulo']) {
      process.env.TZ = other
      expect(writeSkillZip('x', some.toReversed())).toEqual(zip)
    }
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    expect(sha256(zip)).toBe('ef5b3ffde58abafc7de38f5f9aa45c7683c2d577de322888b9828ddcfaac1e64')
  })

  it('files with a suspicious compression ratio are stored uncompressed, so that the archive can be imported again', async () => {
    const zeros = file('zeros', new Uint8Array(3 * 1024 * 1024))
    const { files: read } = await back('x', [file('SKILL.md', 'x'), zeros])
    expect(read.map(({ bytes }) => bytes.length)).toEqual([1, zeros.bytes.length])
  })

  it('a package at the size limit fits, for any bytes', async () => {
    let state = 1
    const bytes = new Uint8Array(packageLimits.packageBytes)
    for (let at = 0; at < bytes.length; at += 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      bytes[at] = state >>> 24
    }
    const { files: read } = await back('x', [file('noise', bytes)])
    expect(sha256(read[0]?.bytes ?? new Uint8Array())).toBe(sha256(bytes))
  })

  it('a slug that is a reserved Windows name, and __proto__, work as names', async () => {
    expect((await back('con', [file('SKILL.md', 'x')])).root).toBe('skill-con')
    const { files: read } = await back('x', [file('__proto__', 'x'), file('constructor', 'y')])
    expect(read.map(({ path }) => path)).toEqual(['__proto__', 'constructor'])
  })
})

const realSkills = join(import.meta.dirname, '../../../../../shared/data/skills')

describe.skipIf(!existsSync(realSkills))('real skills (needs ../shared/data)', () => {
  it('D11: all of them round-trip byte for byte, and deterministically', async () => {
    const folders = skillFolders(realSkills)
    const different: string[] = []
    for (const folder of folders) {
      const some = filesIn(folder, '')
      const zip = writeSkillZip(basename(folder), some)
      const outcome = await readSkillZip(zip)
      const same =
        outcome.ok &&
        outcome.files.length === some.length &&
        byPath(some).every((one, index) => isSame(one, outcome.files[index])) &&
        sha256(writeSkillZip(basename(folder), some.toReversed())) === sha256(zip)
      if (!same) different.push(folder)
    }
    expect(folders.length).toBe(244)
    expect(different).toEqual([])
  }, 120_000)
})

function isSame(one: PackageFile, other: PackageFile | undefined): boolean {
  return (
    one.path === other?.path &&
    one.executable === other.executable &&
    Buffer.compare(one.bytes, other.bytes) === 0
  )
}

function skillFolders(folder: string): string[] {
  const names = readdirSync(folder)
  if (names.includes('SKILL.md')) return [folder]
  return names.flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? skillFolders(path) : []
  })
}

function filesIn(folder: string, prefix: string): PackageFile[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(path, `${prefix}${entry.name}/`)
    if (!entry.isFile()) return []
    const executable = (statSync(path).mode & 0o111) !== 0
    return [file(`${prefix}${entry.name}`, new Uint8Array(readFileSync(path)), executable)]
  })
}
