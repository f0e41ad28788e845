import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
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

describe('files that are written with a skill', () => {
  it('make one revision together with SKILL.md, and leave the others as they are', async () => {
    const { deps, owner, skill, textOf } = await imported()
    const after = await updateSkill(deps, owner, {
      ...{ id: skill.id, overrides: {}, reason: 'together' },
      content: skillText('a', 'New.'),
      files: [
        { path: 'scripts/run.sh', content: 'echo 2' },
        { path: 'references/more.md', content: 'More.' },
      ],
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
      ...{ id: skill.id, overrides: {}, reason: '', files },
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
    const request = { id: skill.id, overrides: {}, reason: '', files }
    expect(await rejectionOf(updateSkill(deps, owner, request))).toBe(code)
  })

  it('are refused twice under one path', async () => {
    const { deps, owner, skill } = await imported()
    const file = { path: 'references/notes.md', content: 'x' }
    const request = { id: skill.id, overrides: {}, reason: '', files: [file, file] }
    expect(await rejectionOf(updateSkill(deps, owner, request))).toMatch(/^package\./)
  })

  it('are refused for a member who may not write the skill', async () => {
    const { deps, member, skill } = await imported()
    const files = [{ path: 'scripts/run.sh', content: 'rm -rf ~' }]
    const request = { id: skill.id, overrides: {}, reason: '', files }
    expect(await rejectionOf(updateSkill(deps, member, request))).toBe('skill.org-scope-forbidden')
  })
})
