import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SkillId, UserId } from '../../base/ids.ts'
import type { PackageFile, Skill } from '../../domain/skill.ts'
import { sampleContent } from '../../testing/sample-skills.ts'
import { isPublished, publishedSkills } from './published-skill.ts'
import { downloadAnswer, findAnswer, listAnswer, searchAnswer } from './registry-answers.ts'
import { filesIndex, indexTag, skillArtifact, wellKnownIndex } from './well-known-answers.ts'
import { wellKnownTarget } from './well-known-path.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const author = 'usr_author' as UserId

function skillOf(slug: string, change: Partial<Skill> = {}, description?: string): Skill {
  const { facts, scope, origin } = sampleContent(
    slug,
    'Body.',
    description === undefined ? {} : { description },
  )
  const head = { ...facts, number: 1, createdAt: 0, createdBy: author, reason: '' }
  return {
    ...{ id: `skl_${slug}` as SkillId, slug, scope, origin, head, enabled: true, archivedAt: null },
    ...{ useCount: 0, lastUsedAt: null, version: 1, createdBy: author, createdAt: 0, updatedAt: 0 },
    ...change,
  }
}

const identity = {
  source: 'repertoire/skills',
  indexUrl: (name: string) => `https://skills.example/${name}`,
  pageUrl: (id: SkillId) => `https://skills.example/skills/${id}`,
}
const names = (skills: readonly { name: string }[]) => skills.map(({ name }) => name)
const fileOf = (path: string, text: string | Uint8Array, executable = false): PackageFile => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return { path, bytes, executable }
}

describe('A11: what a registry offers', () => {
  it('is never a disabled, an archived or a personal skill, whoever asks', () => {
    const personal = { kind: 'user', userId: author } as const
    const skills = [
      skillOf('offered'),
      skillOf('off', { enabled: false }),
      skillOf('old', { archivedAt: 1 }),
      skillOf('mine', { scope: personal }),
    ]
    expect(skills.map(isPublished)).toEqual([true, false, false, false])
    expect(names(publishedSkills(skills).skills)).toEqual(['offered'])
  })

  it('has names of the format, each once, and says what is left out', () => {
    const skills = ['a.b', 'a-b', '日本'].map((slug) => skillOf(slug))
    const { skills: published, leftOut } = publishedSkills([...skills, skillOf('x', {}, ' ')])
    expect(names(published)).toEqual(['a-b'])
    expect(leftOut.map(({ slug }) => slug)).toEqual(['a-b', '日本', 'x'])
  })

  it('has no description that is too long for an index', () => {
    const [skill] = publishedSkills([skillOf('long', {}, 'é'.repeat(5000))]).skills
    expect([...(skill?.description ?? '')].length).toBeLessThanOrEqual(1024)
  })
})

describe('A11: the answers of a registry', () => {
  const { skills } = publishedSkills([
    skillOf('a', { useCount: 1, lastUsedAt: 30, updatedAt: 1 }),
    skillOf('b', { useCount: 9, lastUsedAt: null, updatedAt: 2 }),
    skillOf('c', { useCount: 5, lastUsedAt: 20, updatedAt: 3 }),
  ])

  it.each([
    ['all-time', ['b', 'c', 'a']],
    ['trending', ['a', 'c', 'b']],
    ['hot', ['c', 'b', 'a']],
  ] as const)('lists by %s, page by page', (view, order) => {
    const page = (number: number) =>
      listAnswer(skills, identity, { view, page: number, perPage: 2 })
    const { data, pagination } = page(0)
    expect(data.map(({ slug }) => slug)).toEqual(order.slice(0, 2))
    expect(pagination).toEqual({ page: 0, perPage: 2, total: 3, hasMore: true })
    expect(page(1).data.map(({ slug }) => slug)).toEqual(order.slice(2))
    expect(page(1).pagination.hasMore).toBe(false)
    expect(page(9).data).toEqual([])
  })

  it('names a skill by source and slug, and an index for installing it', () => {
    expect(searchAnswer(skills, identity, 'q').data[0]).toMatchObject({
      id: 'repertoire/skills/a',
      installUrl: 'https://skills.example/a',
    })
    expect(findAnswer(skills, identity).skills[0]).toMatchObject({
      id: 'repertoire/skills/a',
      source: 'https://skills.example/a',
    })
  })

  it('gives text as text, other bytes as base64, and the hash of the recorded shape', () => {
    const bytes = new Uint8Array([0xff, 0, 1])
    const files = [fileOf('SKILL.md', '\ufeffa'), fileOf('run.bin', bytes, true)]
    const answer = downloadAnswer(files, sha256)
    expect(answer.files).toEqual([
      { path: 'SKILL.md', contents: '\ufeffa' },
      { path: 'run.bin', contents: '/wAB', encoding: 'base64', executable: true },
    ])
    const hash = createHash('sha256').update('run.bin').update(bytes)
    expect(answer.hash).toBe(hash.update('SKILL.md').update('\ufeffa').digest('hex'))
  })
})

describe('A11: a well-known index', () => {
  const zip = () => new Uint8Array([1])

  it('offers a SKILL.md by itself, and more files, or an executable one, as an archive', async () => {
    const services = { sha256, zip }
    const alone = await skillArtifact({ name: 'a' }, [fileOf('SKILL.md', 'x')], services)
    expect(alone).toMatchObject({ type: 'skill-md', path: 'a/SKILL.md' })
    const executable = [fileOf('SKILL.md', 'x', true)]
    expect(await skillArtifact({ name: 'a' }, executable, services)).toMatchObject({
      ...{ type: 'archive', path: 'a.zip', digest: `sha256:${sha256(zip())}` },
    })
    const [skill] = publishedSkills([skillOf('a')]).skills
    expect(skill && wellKnownIndex([{ skill, artifact: alone }]).skills).toEqual([
      {
        ...{ name: 'a', type: 'skill-md', description: 'About a.', url: 'a/SKILL.md' },
        digest: alone.digest,
      },
    ])
  })

  it('leaves out of version 0.1 the file names that its clients do not encode', () => {
    const { head } = skillOf('b')
    const manifest = [...head.manifest, { path: 'a#b.md', sha256: '', size: 1, executable: false }]
    const { skills } = publishedSkills([
      skillOf('a'),
      skillOf('b', { head: { ...head, manifest } }),
    ])
    expect(filesIndex(skills).skills).toEqual([
      {
        ...{ name: 'a', description: 'About a.', files: ['SKILL.md'] },
        version: skills[0]?.digest,
      },
    ])
  })

  it('stays within what readers take, however many skills there are', () => {
    const artifact = { type: 'archive', digest: `sha256:${'0'.repeat(64)}` } as const
    const entries = (count: number, description: string) =>
      Array.from({ length: count }, (_, at) => ({
        skill: { name: `s${at}`, description },
        artifact,
      }))
    const long = JSON.stringify(wellKnownIndex(entries(5000, 'é'.repeat(1024))))
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(Buffer.byteLength(long)).toBeGreaterThan(4_000_000)
    expect(wellKnownIndex(entries(6000, 'a')).skills).toHaveLength(5000)
  })

  it('has a tag that changes exactly with names, descriptions and revisions', () => {
    const tagOf = (...skills: Skill[]) => indexTag(publishedSkills(skills).skills, sha256)
    const one = skillOf('a')
    expect(tagOf({ ...one, useCount: 7, version: 9 })).toBe(tagOf(one))
    expect(tagOf(one, skillOf('b'))).not.toBe(tagOf(one))
    expect(tagOf(skillOf('a', {}, 'Other.'))).not.toBe(tagOf(one))
    expect(tagOf(skillOf('b'))).not.toBe(tagOf(one))
  })

  it.each([
    ['index.json', { kind: 'index' }],
    ['a.zip', { kind: 'archive', name: 'a' }],
    ['a/SKILL.md', { kind: 'file', name: 'a', path: 'SKILL.md' }],
    ['a/b/c.md', { kind: 'file', name: 'a', path: 'b/c.md' }],
    ['a/../b/SKILL.md', null],
    ['a//etc/passwd', null],
    ['a/b\\c', null],
    ['../a.zip', null],
    ['.zip', null],
    ['a', null],
    ['', null],
  ])('reads the path %j', (path, target) => {
    expect(wellKnownTarget(path)).toEqual(target)
  })
})
