import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTree, moveInTree, type TreeNode, visibleRows } from './file-tree.ts'

const entry = (path: string) => ({ path, sha256: '0'.repeat(64), size: 1, executable: false })
const tree = buildTree(
  ['scripts/run.sh', 'README.md', 'references/deep/er.md', 'SKILL.md', 'references/api.md'].map(
    entry,
  ),
)
const names = (closed: readonly string[] = []) =>
  visibleRows(tree, new Set(closed)).map(
    ({ node, level }) => `${'  '.repeat(level - 1)}${node.name}`,
  )

describe('the tree of files', () => {
  it('has SKILL.md first, then folders, then files, by name', () => {
    expect(names()).toEqual([
      'SKILL.md',
      'references',
      '  deep',
      '    er.md',
      '  api.md',
      'scripts',
      '  run.sh',
      'README.md',
    ])
    expect(names(['references', 'scripts'])).toEqual([
      'SKILL.md',
      'references',
      'scripts',
      'README.md',
    ])
  })

  it('keeps every file, once, under the path it came with, whatever it is called', () => {
    const step = fc.oneof(
      fc.constantFrom('a', 'b', 'SKILL.md', '__proto__', 'constructor', '..', ' '),
      fc.string({ minLength: 1, maxLength: 5 }).filter((name) => !name.includes('/')),
    )
    const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join('/'))
    const paths = fc.uniqueArray(path, { maxLength: 30 })
    const filesOf = (nodes: readonly TreeNode[]): string[] =>
      nodes.flatMap((node) => (node.kind === 'file' ? [node.path] : filesOf(node.children)))
    fc.assert(
      fc.property(paths, (all) => {
        expect(filesOf(buildTree(all.map(entry))).sort()).toEqual(all.sort())
      }),
    )
  })

  it('tells every row its place among its siblings', () => {
    const rows = visibleRows(tree, new Set())
    expect(rows[0]).toMatchObject({ level: 1, position: 1, siblings: 4 })
    expect(rows[3]).toMatchObject({ level: 3, position: 1, siblings: 1 })
  })
})

describe('keys in the tree', () => {
  const rows = visibleRows(tree, new Set())
  const press = (at: number, key: string, closed: readonly string[] = []) =>
    moveInTree(visibleRows(tree, new Set(closed)), at, { key, closed: new Set(closed) })

  it('arrows go up and down and stop at the ends', () => {
    expect(press(0, 'ArrowDown')).toEqual({ do: 'focus', at: 1 })
    expect(press(0, 'ArrowUp')).toEqual({ do: 'focus', at: 0 })
    expect(press(rows.length - 1, 'ArrowDown')).toEqual({ do: 'focus', at: rows.length - 1 })
    expect(press(4, 'Home')).toEqual({ do: 'focus', at: 0 })
    expect(press(0, 'End')).toEqual({ do: 'focus', at: rows.length - 1 })
  })

  it('right opens a folder, then enters it; left closes it, then leaves it', () => {
    expect(press(1, 'ArrowRight', ['references'])).toEqual({ do: 'open', path: 'references' })
    expect(press(1, 'ArrowRight')).toEqual({ do: 'focus', at: 2 })
    expect(press(1, 'ArrowLeft')).toEqual({ do: 'close', path: 'references' })
    expect(press(3, 'ArrowLeft')).toEqual({ do: 'focus', at: 2 })
    expect(press(4, 'ArrowLeft')).toEqual({ do: 'focus', at: 1 })
    expect(press(0, 'ArrowLeft')).toEqual({ do: 'focus', at: 0 })
  })

  it('Enter and Space choose, a letter goes to the next name, other keys are not taken', () => {
    expect(press(0, 'Enter')).toMatchObject({ do: 'choose', node: { path: 'SKILL.md' } })
    expect(press(1, ' ')).toMatchObject({ do: 'choose', node: { kind: 'folder' } })
    expect(press(0, 's')).toEqual({ do: 'focus', at: 5 })
    expect(press(5, 's')).toEqual({ do: 'focus', at: 0 })
    expect(press(0, 'z')).toBeNull()
    expect(press(0, 'Tab')).toBeNull()
  })
})
