import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BundledSkill, IntegrationFolder } from '@repertoire/core/ports'
import { packageLimits } from '@repertoire/skill-md'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIntegrationFolders } from './integration-folders.ts'
import { integrationLimits } from './limits.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-integrations-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, content: string | Uint8Array = 'x', mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content, { mode })
}

const manifest = 'name: Tracker\nversion: 1.10\n'
const skillMd = '---\nname: sprint-report\ndescription: d\n---\nBody\n'

function writeTracker(): void {
  write('tracker/manifest.yaml', manifest)
  write('tracker/skills/sprint-report/SKILL.md', skillMd)
}

const list = () => createIntegrationFolders(folder).list()
const load = (domain: string) => createIntegrationFolders(folder).load(domain)

async function only(): Promise<IntegrationFolder> {
  const [first, ...rest] = await list()
  expect(rest).toEqual([])
  if (!first) throw new Error('no integration was found')
  return first
}

/** The skills of `tracker`, read completely; a list has the same ones. */
async function skills(): Promise<readonly BundledSkill[]> {
  const [listed, found] = [await only(), await load('tracker')]
  if (!found?.manifest || !listed.manifest) throw new Error('it cannot be read')
  expect(listed.skills.map(summary)).toEqual(found.skills.map(summary))
  return found.skills
}

const summary = ({ name, problem, remarks, files }: BundledSkill) => {
  const skillMd = files?.filter(({ path }) => path === 'SKILL.md')
  return { name, problem, remarks, skillMd }
}

const codeOf = ({ problem }: { problem?: { code: string } | undefined }) => problem?.code

/** Root can read everything, so this runs as another user. */
async function asNobody<Value>(ask: () => Promise<Value>): Promise<Value> {
  const { getuid, seteuid } = process
  if (!getuid || !seteuid || getuid() !== 0) return ask()
  seteuid(65_534)
  try {
    return await ask()
  } finally {
    seteuid(0)
  }
}

describe('a folder of integrations', () => {
  it('D8: every folder with a manifest is an integration, with all files of its skills', async () => {
    write('zeta/manifest.yaml', 'domain: zeta\nname: Zeta\nversion: "2"\nextra: {a: 1}\n')
    writeTracker()
    write('tracker/skills/sprint-report/references/deep/a.md', 'ref')
    write('tracker/skills/sprint-report/scripts/run.sh', '#!/bin/sh\n', 0o755)
    write('tracker/skills/sprint-report/logo.png', new Uint8Array([0, 255]))
    write('tracker/config_flow.py', 'print()')
    write('tracker/skills/README.md')
    write('README.md')
    const found = await list()
    expect(found.map(({ domain }) => domain)).toEqual(['tracker', 'zeta'])
    expect(found[1]).toMatchObject({ manifest: { name: 'Zeta', version: '2' }, skills: [] })
    const [tracker] = found
    expect(tracker?.manifest).toEqual({
      domain: 'tracker',
      name: 'Tracker',
      version: '1.10',
      description: '',
      homepage: null,
    })
    expect(tracker?.manifest && tracker.skills).toMatchObject([
      { name: 'sprint-report', files: [{ path: 'SKILL.md' }], remarks: [] },
    ])
    const loaded = await load('tracker')
    expect(loaded?.manifest && loaded.skills).toMatchObject([
      {
        name: 'sprint-report',
        files: [
          { path: 'SKILL.md', executable: false },
          { path: 'logo.png', bytes: new Uint8Array([0, 255]) },
          { path: 'references/deep/a.md' },
          { path: 'scripts/run.sh', executable: true },
        ],
        remarks: [],
      },
    ])
  })

  it('a missing folder has none; later additions are found', async () => {
    const catalogue = createIntegrationFolders(join(folder, 'later'))
    expect(await catalogue.list()).toEqual([])
    write('later/tracker/manifest.yaml', manifest)
    expect(await catalogue.list()).toMatchObject([{ domain: 'tracker', skills: [] }])
  })

  it.each(['..', '../tracker', '/etc', '.', '', 'Tracker', 'tracker/skills', 'a\0b', 'absent'])(
    'the domain %j is not there',
    async (domain) => {
      writeTracker()
      expect(await load(domain)).toBeNull()
    },
  )

  it('a link instead of an integration is not loaded', async () => {
    mkdirSync(join(folder, 'real'))
    symlinkSync(join(folder, 'real'), join(folder, 'link'))
    expect(await load('link')).toMatchObject({ problem: { code: 'integration.not-followed' } })
  })

  it('concurrent callers share one read', async () => {
    writeTracker()
    const catalogue = createIntegrationFolders(folder)
    const [one, other] = await Promise.all([catalogue.list(), catalogue.list()])
    expect(one).toBe(other)
    expect(await catalogue.list()).not.toBe(one)
  })

  it('D8: a broken integration or skill never hides the others', async () => {
    writeTracker()
    write('tracker/skills/loop/placeholder')
    rmSync(join(folder, 'tracker/skills/loop/placeholder'))
    write('tracker/skills/con/SKILL.md', skillMd)
    write('broken/manifest.yaml', 'name: [')
    write('empty/readme.txt')
    const found = await list()
    expect(found.map((one) => [one.domain, codeOf(one)])).toEqual([
      ['broken', 'integration.manifest-invalid'],
      ['empty', 'integration.manifest-missing'],
      ['tracker', undefined],
    ])
    const tracker = found[2]
    expect(tracker?.manifest && tracker.skills.map((one) => [one.name, codeOf(one)])).toEqual([
      ['con', 'integration.bad-skill-name'],
      ['loop', undefined],
      ['sprint-report', undefined],
    ])
  })
})

describe('a hostile or broken integration', () => {
  it.each([
    ['another domain', 'domain: other\nname: T\nversion: 1\n', 'its domain is "other"'],
    ['a way out', 'domain: ../tracker\nname: T\nversion: 1\n', 'its domain is'],
    ['an absolute one', 'domain: /etc\nname: T\nversion: 1\n', 'its domain is'],
    ['no version', 'name: T\n', 'version is missing'],
    ['an empty version', 'name: T\nversion: ""\n', 'version is empty'],
    ['a version of many lines', 'name: T\nversion: "1\\n2"\n', 'version'],
    ['no name', 'version: 1\n', 'name is missing'],
    ['a name of control characters', 'name: "a\\u001b[2J"\nversion: 1\n', 'name'],
    [
      'a homepage that is a program',
      'name: T\nversion: 1\nhomepage: "javascript:x()"\n',
      'homepage',
    ],
    ['a list', '- a\n', 'not a mapping of keys'],
    ['nothing', '', 'not a mapping of keys'],
    ['no YAML', 'name: "\n', 'manifest.yaml'],
    ['a key twice', 'name: a\nname: b\nversion: 1\n', 'unique'],
    ['an alias', 'name: &a T\nversion: *a\n', 'version must be text'],
    ['a list for a name', 'name: [a]\nversion: 1\n', 'name must be text'],
    ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x00]), 'manifest.yaml'],
    ['depth', `name: ${'['.repeat(1000)}`, 'manifest.yaml'],
    ['many brackets', `name: ${'['.repeat(10_000)}`, 'too many brackets'],
  ])('a manifest with %s is refused, and says why', async (_what, content, why) => {
    write('tracker/manifest.yaml', content)
    const found = await only()
    expect(codeOf(found)).toBe('integration.manifest-invalid')
    expect(found.problem?.message).toContain(why)
  })

  it('a YAML alias bomb is not expanded, and prototype names are ordinary keys', async () => {
    const bomb = Array.from({ length: 12 }, (_, n) => `k${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)
    write('bomb/manifest.yaml', `name: T\nversion: 1\nk0: &a0 [x]\n${bomb.join('\n')}\n`)
    write('proto/manifest.yaml', `${manifest}__proto__: {domain: other}\nconstructor: x\n`)
    const [first, second] = await list()
    expect(first).toMatchObject({ domain: 'bomb', manifest: { name: 'T', version: '1' } })
    expect(second).toMatchObject({ domain: 'proto', manifest: { domain: 'proto' } })
    expect(({} as { domain?: unknown }).domain).toBeUndefined()
  })

  it('a manifest that is too large, a link, a folder or a pipe is not read', async () => {
    write('big/manifest.yaml', `${manifest}#${'x'.repeat(integrationLimits.manifestBytes)}`)
    mkdirSync(join(folder, 'dir/manifest.yaml'), { recursive: true })
    mkdirSync(join(folder, 'link'))
    symlinkSync('/etc/passwd', join(folder, 'link/manifest.yaml'))
    mkdirSync(join(folder, 'pipe'))
    execFileSync('mkfifo', [join(folder, 'pipe/manifest.yaml')])
    expect((await list()).map((one) => [one.domain, codeOf(one)])).toEqual([
      ['big', 'integration.too-large'],
      ['dir', 'integration.not-followed'],
      ['link', 'integration.not-followed'],
      ['pipe', 'integration.not-followed'],
    ])
  })

  it.each(['Tracker', 'a b', 'a.b', 'a:b', '-a', 'a--b', 'x'.repeat(65)])(
    'the folder %j is no domain',
    async (name) => {
      write(`${name}/manifest.yaml`, manifest)
      expect(codeOf(await only())).toBe('integration.bad-domain')
    },
  )

  it('a link instead of an integration, its skills or a skill is not followed', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'repertoire-outside-'))
    try {
      mkdirSync(join(outside, 'skills/secret'), { recursive: true })
      writeFileSync(join(outside, 'manifest.yaml'), manifest)
      writeFileSync(join(outside, 'skills/secret/SKILL.md'), skillMd)
      symlinkSync(outside, join(folder, 'aa'))
      write('bb/manifest.yaml', manifest)
      symlinkSync(join(outside, 'skills'), join(folder, 'bb/skills'))
      writeTracker()
      symlinkSync('/etc', join(folder, 'tracker/skills/etc'))
      symlinkSync(join(outside, 'skills/secret'), join(folder, 'tracker/skills/secret'))
      const [aa, bb, tracker] = await list()
      expect([aa, bb].map((one) => one && codeOf(one))).toEqual([
        'integration.not-followed',
        'integration.not-followed',
      ])
      expect(tracker?.manifest && tracker.skills.map((one) => [one.name, codeOf(one)])).toEqual([
        ['etc', 'integration.not-followed'],
        ['secret', 'integration.not-followed'],
        ['sprint-report', undefined],
      ])
    } finally {
      rmSync(outside, { recursive: true })
    }
  })

  it('links, pipes and tool folders in a skill are skipped; links and pipes are reported', async () => {
    writeTracker()
    const skill = join(folder, 'tracker/skills/sprint-report')
    symlinkSync('/etc', join(skill, 'etc'))
    symlinkSync('/etc/passwd', join(skill, 'passwd'))
    symlinkSync('SKILL.md', join(skill, 'near'))
    execFileSync('mkfifo', [join(skill, 'pipe')])
    write('tracker/skills/sprint-report/.git/config')
    write('tracker/skills/sprint-report/node_modules/x.js')
    const [read] = await skills()
    expect(read?.files?.map(({ path }) => path)).toEqual(['SKILL.md'])
    expect(read?.files && read.remarks.map(({ details }) => details?.path)).toEqual([
      'tracker/skills/sprint-report/etc',
      'tracker/skills/sprint-report/near',
      'tracker/skills/sprint-report/passwd',
      'tracker/skills/sprint-report/pipe',
    ])
  })

  it('two folders or files that differ only in case are rejected', async () => {
    writeTracker()
    write('tracker/skills/Sprint-Report/SKILL.md', skillMd)
    write('tracker/skills/other/a.md')
    write('tracker/skills/other/A.md')
    expect((await skills()).map((one) => [one.name, codeOf(one)])).toEqual([
      ['Sprint-Report', undefined],
      ['other', 'package.path-collision'],
      ['sprint-report', 'integration.name-collision'],
    ])
  })

  it('too many files, too deep, too large: rejects that skill only', async () => {
    writeTracker()
    for (let n = 0; n <= packageLimits.files; n += 1) write(`tracker/skills/many/f${n}`, '')
    write(`tracker/skills/deep/${'d/'.repeat(packageLimits.pathDepth)}x`)
    write('tracker/skills/huge/x')
    truncateSync(join(folder, 'tracker/skills/huge/x'), packageLimits.packageBytes + 1)
    expect((await skills()).map((one) => [one.name, codeOf(one)])).toEqual([
      ['deep', 'integration.too-large'],
      ['huge', 'integration.too-large'],
      ['many', 'integration.too-large'],
      ['sprint-report', undefined],
    ])
  })

  it('the total size of an integration is limited', async () => {
    write('tracker/manifest.yaml', manifest)
    for (const name of ['a', 'b', 'c']) {
      write(`tracker/skills/${name}/x`)
      truncateSync(join(folder, `tracker/skills/${name}/x`), packageLimits.packageBytes)
    }
    write('tracker/skills/d/x', '')
    expect((await skills()).map((one) => [one.name, codeOf(one)])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', 'integration.too-large'],
      ['d', undefined],
    ])
  })

  it('too many integrations are reported and not read', async () => {
    for (let n = 0; n <= integrationLimits.integrations; n += 1) mkdirSync(join(folder, `i${n}`))
    await expect(list()).rejects.toMatchObject({ problem: { code: 'integration.too-large' } })
  })

  it('a hard link is a regular file', async () => {
    writeTracker()
    const skill = join(folder, 'tracker/skills/sprint-report')
    linkSync(join(skill, 'SKILL.md'), join(skill, 'copy.md'))
    expect((await skills())[0]?.files?.map(({ path }) => path)).toEqual(['SKILL.md', 'copy.md'])
  })

  it('an unreadable file makes that skill unusable', async () => {
    writeTracker()
    write('tracker/skills/locked/SKILL.md', skillMd)
    chmodSync(join(folder, 'tracker/skills/locked/SKILL.md'), 0)
    chmodSync(folder, 0o755)
    const found = await asNobody(skills)
    expect(found.map(codeOf)).toEqual(['integration.unreadable', undefined])
  })
})
