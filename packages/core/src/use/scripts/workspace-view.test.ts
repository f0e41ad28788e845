import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillId } from '../../base/ids.ts'
import { planWorkspace } from '../../keep/workspace/plan-workspace.ts'
import { workspaceLimits } from '../../keep/workspace/workspace-limits.ts'
import type { WorkspaceFile } from '../../ports/workspace.ts'
import { acceptOutputs, missingInput, visibleFiles } from './workspace-view.ts'

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
    acceptOutputs(folder, outputs, { view: { skillId, inputs: [] }, before: folder })

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

  it('it does not write over what the person changed, added or took away while it ran', () => {
    const mine = { ...file('data.csv', null), sha256: 'edited since' }
    const view = { skillId: a, inputs: [] }
    const outputs = [out('data.csv'), out('new.csv'), out('a.csv'), out('b2.csv')]
    const { changes, skipped } = acceptOutputs([mine, file('new.csv', null)], outputs, {
      view,
      before: folder,
    })
    expect(paths(changes)).toEqual(['b2.csv'])
    expect(skipped).toEqual(
      ['data.csv', 'new.csv', 'a.csv'].map((path) => ({
        path,
        why: expect.stringContaining('changed while it ran'),
      })),
    )
  })

  // Looking at the whole folder for each file would take longer than a test may.
  it('of the most files a script can leave, as many are taken as there is room for', () => {
    const outputs = Array.from({ length: 5000 }, (_, i) => out(`d${i % 50}/file-${i}.txt`))
    const { changes, skipped } = take(outputs)
    expect(changes).toHaveLength(workspaceLimits.files - folder.length)
    expect(changes.length + skipped.length).toBe(5000)
  })

  it('they fit as if they had come one by one', () => {
    const path = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', '/'),
      minLength: 1,
      maxLength: 4,
    })
    const size = fc.constantFrom(0, 1, workspaceLimits.bytes / 2, workspaceLimits.bytes)
    fc.assert(
      fc.property(fc.array(fc.tuple(path, size)), (given) => {
        const outputs = given.map(([name, bytes]) => out(name, bytes))
        let planned: readonly WorkspaceFile[] = []
        const oneByOne = outputs.filter((change) => {
          try {
            planned = planWorkspace(planned, [change], 1)
            return true
          } catch {
            return false
          }
        })
        const taken = acceptOutputs([], outputs, {
          view: { skillId: null, inputs: [] },
          before: [],
        })
        expect(taken.changes).toEqual(oneByOne)
      }),
    )
  })
})
