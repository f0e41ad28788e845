import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTempFolder, skillText, type TempFolder } from '../testing/run-command.ts'
import { type FoundSkill, findSkills } from './find-skills.ts'
import { readSkill } from './read-skill.ts'

let temp: TempFolder
beforeEach(() => {
  temp = createTempFolder()
})
afterEach(() => temp.remove())

async function find(named = '.') {
  const { skills, links } = await findSkills(named, temp.folder)
  return {
    links,
    skills: skills.map(({ path, skillMd, others }) => ({
      path,
      files: [skillMd.path, ...others.map((file) => file.path)],
    })),
  }
}

describe('finding skills on disk', () => {
  it('takes a folder with a SKILL.md as one skill with all its files, at any depth', async () => {
    temp.write('team/one/SKILL.md', skillText('one'))
    temp.write('team/one/scripts/run.sh', 'echo')
    temp.write('team/one/references/deep/a.md', 'a')
    temp.write('two/skill.md', skillText('two'))
    temp.write('README.md', 'not a skill')
    expect((await findSkills('.', temp.folder)).markdown.map(({ path }) => path)).toEqual([
      'README.md',
    ])
    expect(await find()).toEqual({
      links: 0,
      skills: [
        { path: 'team/one', files: ['SKILL.md', 'references/deep/a.md', 'scripts/run.sh'] },
        { path: 'two', files: ['skill.md'] },
      ],
    })
  })

  it('takes a nested skill as its own, without its files in the outer one', async () => {
    temp.write('outer/SKILL.md', skillText('outer'))
    temp.write('outer/notes.md', 'n')
    temp.write('outer/inner/SKILL.md', skillText('inner'))
    temp.write('outer/inner/notes.md', 'n')
    expect((await find()).skills).toEqual([
      { path: 'outer', files: ['SKILL.md', 'notes.md'] },
      { path: 'outer/inner', files: ['SKILL.md', 'notes.md'] },
    ])
  })

  it('names a skill at the given path by its folder', async () => {
    temp.write('mine/SKILL.md', skillText('mine'))
    expect((await find('mine')).skills).toEqual([{ path: 'mine', files: ['SKILL.md'] }])
  })

  it('takes a single Markdown file as a skill of that file alone', async () => {
    temp.write('mine/SKILL.md', skillText('mine'))
    temp.write('mine/private.txt', 'not asked for')
    temp.write('notes.md', skillText('notes'))
    expect((await find('mine/SKILL.md')).skills).toEqual([
      { path: 'mine/SKILL.md', files: ['SKILL.md'] },
    ])
    expect((await find('notes.md')).skills).toEqual([{ path: 'notes.md', files: ['SKILL.md'] }])
  })

  it('skips .git, node_modules and symbolic links', async () => {
    temp.write('.git/SKILL.md', skillText('git'))
    temp.write('node_modules/x/SKILL.md', skillText('x'))
    temp.write('outside/secret.txt', 'secret')
    temp.write('skills/real/SKILL.md', skillText('real'))
    symlinkSync(join(temp.folder, 'outside/secret.txt'), join(temp.folder, 'skills/real/s'))
    symlinkSync(join(temp.folder, 'skills'), join(temp.folder, 'skills/loop'))
    expect(await find('skills')).toEqual({
      links: 2,
      skills: [{ path: 'real', files: ['SKILL.md'] }],
    })
    expect((await find('.')).skills.map(({ path }) => path)).toEqual(['skills/real'])
  })

  it.each([
    ['a missing path', 'missing', /missing does not exist/],
    ['a file that is not Markdown', 'data.bin', /neither a folder nor a Markdown file/],
  ])('says what is wrong with %s', async (_, named, message) => {
    temp.write('data.bin', 'x')
    await expect(find(named)).rejects.toThrow(message)
  })

  // Only Linux allows names that are not text; Node cannot enter such a folder, like a forbidden one.
  it.skipIf(process.platform !== 'linux')(
    'skips an unreadable folder, and lists it as a file of the skill that contains it',
    async () => {
      temp.write('good/SKILL.md', skillText('good'))
      temp.write('partial/SKILL.md', skillText('partial'))
      for (const parent of ['', 'partial/']) {
        mkdirSync(Buffer.from(`${temp.folder}/${parent}n\xff`, 'latin1'))
      }
      const { skills, unreadable } = await findSkills('.', temp.folder)
      const files = skills.map(({ path, others }) => [path, others.map((file) => file.path)])
      expect(files).toEqual([
        ['good', []],
        ['partial', ['n\ufffd/']],
      ])
      expect(unreadable.map(({ path }) => path)).toEqual(['n\ufffd/'])
      const partial = skills.find(({ path }) => path === 'partial') as FoundSkill
      expect(await readSkill(partial)).toMatchObject({
        ok: false,
        outcome: { status: 'refused', problem: { code: 'file.unreadable' } },
      })
    },
  )
})
