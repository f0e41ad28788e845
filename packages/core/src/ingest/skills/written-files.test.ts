import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import type { Skill } from '../../domain/skill.ts'
import {
  createCatalogFixture,
  rejectionOf,
  skillText,
  textFile,
} from '../../testing/catalog-fixture.ts'
import { importSkills } from '../import/import-skills.ts'
import { updateSkill } from './update-skill.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

async function imported() {
  const all = await createCatalogFixture(sha256)
  const files = [
    textFile('SKILL.md', skillText('a')),
    textFile('scripts/run.sh', 'echo 1'),
    textFile('references/notes.md', 'Notes.'),
  ]
  await importSkills(all.deps, all.owner, { scope: 'org', items: [{ path: 'a', files }] })
  const viewer = all.owner.principal.userId
  const skill = await all.store.skills.findBySlug(viewer, 'a')
  if (!skill) throw new Error('nothing was imported')
  const textOf = async (digest: typeof skill.head.digest, path: string) => {
    const bytes = await all.store.skills.file(viewer, skill.id, digest, path)
    return bytes && new TextDecoder().decode(bytes)
  }
  return { ...all, skill, textOf }
}

const namesOf = (skill: Skill) => skill.head.manifest.map(({ path }) => path)

describe('files that are written with a skill', () => {
  it('make one revision together with SKILL.md, and leave the others as they are', async () => {
    const { deps, owner, skill, textOf } = await imported()
    const after = await updateSkill(deps, owner, {
      ...{ id: skill.id, overrides: {}, reason: 'together' },
      content: skillText('a', 'New.'),
      files: {
        written: [
          { path: 'scripts/run.sh', content: 'echo 2' },
          { path: 'references/more.md', content: 'More.' },
        ],
      },
    })
    expect(after.head.number).toBe(skill.head.number + 1)
    const { digest, manifest } = after.head
    expect(await textOf(digest, 'SKILL.md')).toBe(skillText('a', 'New.'))
    expect(await textOf(digest, 'scripts/run.sh')).toBe('echo 2')
    expect(await textOf(digest, 'references/notes.md')).toBe('Notes.')
    expect(await textOf(digest, 'references/more.md')).toBe('More.')
    const executables = manifest.filter(({ executable }) => executable).map(({ path }) => path)
    expect(executables).toEqual(['scripts/run.sh'])
  })

  it('keep SKILL.md when only a file is written', async () => {
    const { deps, owner, skill, textOf } = await imported()
    const files = [{ path: 'references/notes.md', content: 'Other.' }]
    const after = await updateSkill(deps, owner, {
      ...{ id: skill.id, overrides: {}, reason: '', files: { written: files } },
    })
    expect(await textOf(after.head.digest, 'SKILL.md')).toBe(skillText('a'))
    expect(await textOf(after.head.digest, 'references/notes.md')).toBe('Other.')
  })

  it.each([
    ['a path outside the package', '../out.md', 'package.bad-path'],
    ['SKILL.md under another name', 'skill.md', 'package.path-collision'],
    [
      'a name that another file system takes for the same',
      'Scripts/run.sh',
      'package.path-collision',
    ],
  ])('are refused for %s', async (_, path, code) => {
    const { deps, owner, skill } = await imported()
    const files = [{ path, content: 'x' }]
    const request = { id: skill.id, overrides: {}, reason: '', files: { written: files } }
    expect(await rejectionOf(updateSkill(deps, owner, request))).toBe(code)
  })

  it('are refused twice under one path', async () => {
    const { deps, owner, skill } = await imported()
    const file = { path: 'references/notes.md', content: 'x' }
    const request = { id: skill.id, overrides: {}, reason: '', files: { written: [file, file] } }
    expect(await rejectionOf(updateSkill(deps, owner, request))).toMatch(/^package\./)
  })

  it('are refused for a member who may not write the skill', async () => {
    const { deps, member, skill } = await imported()
    const files = [{ path: 'scripts/run.sh', content: 'rm -rf ~' }]
    const request = { id: skill.id, overrides: {}, reason: '', files: { written: files } }
    expect(await rejectionOf(updateSkill(deps, member, request))).toBe('skill.org-scope-forbidden')
  })
})

describe('files that are renamed and deleted with a skill', () => {
  it('make one revision together with a text that is written under its new path', async () => {
    const { deps, owner, skill, textOf } = await imported()
    const after = await updateSkill(deps, owner, {
      ...{ id: skill.id, overrides: {}, reason: 'tidy' },
      content: skillText('a', 'New.'),
      files: {
        renamed: [{ from: 'scripts/run.sh', to: 'scripts/start.sh' }],
        deleted: ['references/notes.md'],
        written: [{ path: 'scripts/start.sh', content: 'echo 2' }],
      },
    })
    expect(after.head.number).toBe(skill.head.number + 1)
    expect(namesOf(after)).toEqual(['SKILL.md', 'scripts/start.sh'])
    expect(await textOf(after.head.digest, 'scripts/start.sh')).toBe('echo 2')
    expect(after.head.manifest.at(-1)?.executable).toBe(true)
    expect(await textOf(skill.head.digest, 'references/notes.md')).toBe('Notes.')
  })

  it('trade their paths, and take the path of a file that is deleted', async () => {
    const { deps, owner, skill, textOf } = await imported()
    const [script, notes] = ['scripts/run.sh', 'references/notes.md'] as const
    const request = { id: skill.id, overrides: {}, reason: '' }
    const renamed = [
      { from: script, to: notes },
      { from: notes, to: script },
    ]
    const traded = await updateSkill(deps, owner, { ...request, files: { renamed } })
    expect(await textOf(traded.head.digest, script)).toBe('Notes.')
    expect(await textOf(traded.head.digest, notes)).toBe('echo 1')
    const over = { renamed: [{ from: script, to: notes }], deleted: [notes] }
    const after = await updateSkill(deps, owner, { ...request, files: over })
    expect(namesOf(after)).toEqual(['SKILL.md', notes])
    expect(await textOf(after.head.digest, notes)).toBe('Notes.')
  })

  const script = 'scripts/run.sh'
  it.each([
    ['SKILL.md is deleted', { deleted: ['SKILL.md'] }, 'skill.md-stays'],
    ['SKILL.md is renamed', { renamed: [{ from: 'SKILL.md', to: 'a.md' }] }, 'skill.md-stays'],
    ['there is no such file', { deleted: ['absent.md'] }, 'skill.file-missing'],
    ['the case of a path is another', { deleted: ['Scripts/run.sh'] }, 'skill.file-missing'],
    ['one is deleted twice', { deleted: [script, script] }, 'skill.file-changed-twice'],
    [
      'one is renamed and deleted',
      { renamed: [{ from: script, to: 'b.sh' }], deleted: [script] },
      'skill.file-changed-twice',
    ],
    [
      'the new path leaves the package',
      { renamed: [{ from: script, to: '../b.sh' }] },
      'package.bad-path',
    ],
    [
      'the new path is taken',
      { renamed: [{ from: script, to: 'references/notes.md' }] },
      'package.path-collision',
    ],
    [
      'the new path is SKILL.md on some file system',
      { renamed: [{ from: script, to: 'Skill.md' }] },
      'package.path-collision',
    ],
    [
      'the new path is a folder',
      { renamed: [{ from: script, to: 'references' }] },
      'package.path-collision',
    ],
  ])('are refused when %s, and nothing is changed', async (_, files, code) => {
    const { deps, owner, store, skill } = await imported()
    const request = { id: skill.id, overrides: {}, reason: '', files }
    expect(await rejectionOf(updateSkill(deps, owner, request))).toBe(code)
    const now = await store.skills.get(owner.principal.userId, skill.id)
    expect(now?.head.digest).toBe(skill.head.digest)
  })

  it('are refused for a member who may not write the skill', async () => {
    const { deps, member, skill } = await imported()
    const request = { id: skill.id, overrides: {}, reason: '', files: { deleted: [script] } }
    expect(await rejectionOf(updateSkill(deps, member, request))).toBe('skill.org-scope-forbidden')
  })
})
