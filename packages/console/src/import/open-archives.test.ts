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
    const { files, refused } = await openArchives([
      file('one.zip', zipped('same')),
      file('two.skill', zipped('same')),
      file('notes/inner.zip', zipped('inner')),
    ])
    expect(refused).toEqual([])
    const { skills, ignored } = discoverSkills(files)
    expect(skills.map(({ path, files }) => [path, files.length])).toEqual([
      ['one.zip/same', 2],
      ['two.skill/same', 2],
    ])
    expect(ignored).toBe(1)
  })

  it('keep their executable bits on the way to the server', async () => {
    const { files } = await openArchives([file('one.zip', zipped('one'))])
    const sent: unknown[] = []
    await sendImport(discoverSkills(files).skills, {
      scope: 'org',
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
    const { files, refused } = await openArchives([
      file('broken.zip', text('no archive')),
      file('huge.zip', { length: 2 ** 31 } as Uint8Array),
      file('good.zip', zipped('good')),
    ])
    expect(refused.map(({ path }) => path)).toEqual(['broken.zip', 'huge.zip'])
    expect(refused[0]?.message).toContain('cannot be read')
    expect(discoverSkills(files).skills.map(({ path }) => path)).toEqual(['good.zip/good'])
  })
})
