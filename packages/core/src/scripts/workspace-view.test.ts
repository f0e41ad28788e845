import { describe, expect, it } from 'vitest'
import type { SkillId } from '../ids.ts'
import type { WorkspaceFile } from '../ports/workspace.ts'
import { workspaceLimits } from '../workspace/workspace-limits.ts'
import { missingInput, takeOutputs, visibleFiles } from './workspace-view.ts'

const a = 'skl_a' as SkillId
const b = 'skl_b' as SkillId
const file = (path: string, skillId: SkillId | null): WorkspaceFile => ({
  path,
  skillId,
  sha256: `hash of ${path}`,
  size: 1,
  updatedAt: 0,
})
const folder = [file('data.csv', null), file('a.csv', a), file('b.csv', b)]
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path)

describe('C9: what a script sees of the conversation’s folder', () => {
  it('shows the person’s and the agent’s files and those of its own skill, never another’s', () => {
    expect(paths(visibleFiles(folder, { skillId: a, inputs: [] }))).toEqual(['data.csv', 'a.csv'])
    expect(paths(visibleFiles(folder, { skillId: b, inputs: [] }))).toEqual(['data.csv', 'b.csv'])
    expect(paths(visibleFiles(folder, { skillId: null, inputs: [] }))).toEqual(['data.csv'])
  })

  it('shows another skill’s file when it is listed, and only that', () => {
    expect(paths(visibleFiles(folder, { skillId: b, inputs: ['a.csv'] }))).toEqual(paths(folder))
    expect(paths(visibleFiles(folder, { skillId: null, inputs: ['a.csv'] }))).toEqual([
      'data.csv',
      'a.csv',
    ])
  })

  it('says of a listed file that it is not there', () => {
    expect(missingInput(folder, ['data.csv', '../x'])).toMatchObject({
      code: 'script.input-not-found',
      details: { path: '../x' },
    })
    expect(missingInput(folder, paths(folder))).toBeUndefined()
  })
})

describe('C9: what becomes of a script’s files', () => {
  const out = (path: string, size = 1) => ({ path, sha256: `new ${path}`, size })
  const take = (outputs: ReturnType<typeof out>[], skillId: SkillId | null = a) =>
    takeOutputs(folder, outputs, { view: { skillId, inputs: [] }, now: 1 })

  it('they are its skill’s; a command’s are the agent’s', () => {
    expect(take([out('x')]).changes).toEqual([{ ...out('x'), skillId: a }])
    expect(take([out('x')], null).changes).toEqual([out('x')])
  })

  it('it writes over what it was shown, not over what it was not', () => {
    const { changes, skipped } = take([out('data.csv'), out('a.csv'), out('b.csv')])
    expect(paths(changes)).toEqual(['data.csv', 'a.csv'])
    expect(skipped).toEqual([{ path: 'b.csv', why: expect.stringContaining('not shown') }])
  })

  it('what does not fit stays out and says why; the rest is taken', () => {
    const { changes, skipped } = take([
      out('big', workspaceLimits.bytes + 1),
      out('DATA.csv'),
      out('a\\b'),
      out('fine'),
    ])
    expect(paths(changes)).toEqual(['fine'])
    expect(paths(skipped)).toEqual(['big', 'DATA.csv', 'a\\b'])
  })
})
