// @vitest-environment node
import { writeSkillZip } from '@repertoire/skill-md/zip'
import { describe, expect, it } from 'vitest'
import { discoverSkills, type FoundFile } from './discover-skills.ts'
import { openArchives } from './open-archives.ts'
import { sendImport } from './send-import.ts'

const file = (path: string, bytes: Uint8Array): FoundFile => ({
  path,
  size: bytes.length,
  bytes: async () => bytes,
})

const text = (words: string) => new TextEncoder().encode(words)
const zipped = (root: string) =>
  writeSkillZip(root, [
    { path: 'SKILL.md', bytes: text(`# ${root}`), executable: false },
    { path: 'scripts/run.sh', bytes: text('#!/bin/sh'), executable: true },
  ])

describe('D11: archives a person chose', () => {
  it('become the skills that are in them, each in a place of its own', async () => {
    const { files, skills, refused } = await openArchives([
      file('one.zip', zipped('same')),
      file('two.skill', zipped('same')),
      file('notes/inner.zip', zipped('inner')),
    ])
    expect(refused).toEqual([])
    const { skills: found, ignored } = discoverSkills(files)
    expect([found.length, ignored.length]).toEqual([0, 1])
    expect(skills.map(({ path, files }) => [path, files.length])).toEqual([
      ['one.zip/same', 2],
      ['two.skill/same', 2],
    ])
  })

  it('keep their executable bits on the way to the server', async () => {
    const { skills } = await openArchives([file('one.zip', zipped('one'))])
    const sent: unknown[] = []
    await sendImport(skills, {
      scope: 'org',
      acknowledged: [],
      signal: new AbortController().signal,
      post: async ({ items }) => {
        sent.push(...items.flatMap((item) => item.files.map((f) => [f.path, f.executable])))
        return { results: [] }
      },
      onResults: () => {},
    })
    expect(sent).toEqual([
      ['SKILL.md', false],
      ['scripts/run.sh', true],
    ])
  })

  it('are refused with their reason, and the others come in', async () => {
    const { skills, refused } = await openArchives([
      file(
        'notes.zip',
        writeSkillZip('n', [{ path: 'a.md', bytes: text('a'), executable: false }]),
      ),
      file('broken.zip', text('no archive')),
      file('huge.zip', { length: 2 ** 31 } as Uint8Array),
      file('good.zip', zipped('good')),
    ])
    expect(refused.map(({ path }) => path)).toEqual(['notes.zip', 'broken.zip', 'huge.zip'])
    expect(refused[0]?.message).toContain('no SKILL.md')
    expect(refused[1]?.message).toContain('cannot be read')
    expect(skills.map(({ path }) => path)).toEqual(['good.zip/good'])
  })

  it('with a SKILL.md at the top are one skill with every file, as over REST', async () => {
    const paths = [
      ...['skill.md', 'references/other/SKILL.md', 'node_modules/x.js', 'scripts/__pycache__/x'],
      'inner.zip',
    ]
    const packed = paths.map((path) => ({ path, bytes: text(path), executable: false }))
    const { files, skills } = await openArchives([file('one.zip', writeSkillZip('one', packed))])
    expect(files).toEqual([])
    expect(skills.map((skill) => skill.files.map(({ path }) => path).toSorted())).toEqual([
      paths.with(0, 'SKILL.md').toSorted(),
    ])
  })

  it('without one give each skill in their folders', async () => {
    const packed = ['a/SKILL.md', 'a/x.md', 'b/SKILL.md', 'README.md']
    const zip = writeSkillZip(
      'repository',
      packed.map((path) => ({ path, bytes: text(path), executable: false })),
    )
    const { files, skills } = await openArchives([file('all.zip', zip)])
    expect(skills).toEqual([])
    const found = discoverSkills(files)
    expect(found.skills.map(({ path }) => path)).toEqual([
      'all.zip/repository/a',
      'all.zip/repository/b',
    ])
    expect(found.ignored).toHaveLength(1)
  })
})
