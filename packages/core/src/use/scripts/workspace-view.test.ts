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

describe('C9: a script’s view of the conversation’s folder', () => {
  it('contains files of the person, of the agent and of its own skill, never of another skill', () => {
    expect(paths(visibleFiles(folder, { skillId: a, inputs: [] }))).toEqual(['data.csv', 'a.csv'])
    expect(paths(visibleFiles(folder, { skillId: b, inputs: [] }))).toEqual(['data.csv', 'b.csv'])
    expect(paths(visibleFiles(folder, { skillId: null, inputs: [] }))).toEqual(['data.csv'])
  })

  it('contains another skill’s file only when it is listed', () => {
    expect(paths(visibleFiles(folder, { skillId: b, inputs: ['a.csv'] }))).toEqual(paths(folder))
    expect(paths(visibleFiles(folder, { skillId: null, inputs: ['a.csv'] }))).toEqual([
      'data.csv',
      'a.csv',
    ])
  })

  it('reports a listed file that does not exist', () => {
    expect(missingInput(folder, ['data.csv', '../x'])).toMatchObject({
      code: 'script.input-not-found',
      details: { path: '../x' },
    })
    expect(missingInput(folder, paths(folder))).toBeUndefined()
  })
})

describe('C9: outputs of a script', () => {
  const out = (path: string, size = 1) => ({ path, sha256: `new ${path}`, size })
  const take = (outputs: ReturnType<typeof out>[], skillId: SkillId | null = a) =>
    acceptOutputs(folder, outputs, { view: { skillId, inputs: [] }, before: folder })

  it('belong to its skill; those of a command to the agent', () => {
    expect(take([out('x')]).changes).toEqual([{ ...out('x'), skillId: a }])
    expect(take([out('x')], null).changes).toEqual([out('x')])
  })

  it('overwrite files that it saw, not others', () => {
    const { changes, skipped } = take([out('data.csv'), out('a.csv'), out('b.csv')])
    expect(paths(changes)).toEqual(['data.csv', 'a.csv'])
    expect(skipped).toEqual([{ path: 'b.csv', why: expect.stringContaining('not shown') }])
  })

  it('are skipped with a reason when they do not fit; the others are stored', () => {
    const { changes, skipped } = take([
      out('big', workspaceLimits.bytes + 1),
      out('DATA.csv'),
      out('a\\b'),
      out('fine'),
    ])
    expect(paths(changes)).toEqual(['fine'])
    expect(paths(skipped)).toEqual(['big', 'DATA.csv', 'a\\b'])
  })

  it('do not overwrite what the person changed, added or removed meanwhile', () => {
    const edited = { ...file('data.csv', null), sha256: 'edited since' }
    const view = { skillId: a, inputs: [] }
    const outputs = [out('data.csv'), out('new.csv'), out('a.csv'), out('b2.csv')]
    const { changes, skipped } = acceptOutputs([edited, file('new.csv', null)], outputs, {
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

  // Scanning the whole folder for each file would exceed the test's time limit.
  it('at their maximum number, as many are stored as fit', () => {
    const outputs = Array.from({ length: 5000 }, (_, i) => out(`d${i % 50}/file-${i}.txt`))
    const { changes, skipped } = take(outputs)
    expect(changes).toHaveLength(workspaceLimits.files - folder.length)
    expect(changes.length + skipped.length).toBe(5000)
  })

  it('fit as if they were added one by one', () => {
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
