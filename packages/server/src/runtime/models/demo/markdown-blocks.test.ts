import { expect, it } from 'vitest'
import { blocksOf, itemsOf } from './markdown-blocks.ts'

const kinds = (markdown: string) => blocksOf(markdown).map(({ kind }) => kind)

it('tells apart what Markdown tells apart', () => {
  expect(kinds('Title\n===\ntext\n- a\n\n  b\n\n- c\n\ntext\n\n    code\n\n~~~\n# x\n~~~')).toEqual(
    [...['heading', 'paragraph', 'list', 'paragraph', 'code', 'fence']],
  )
  expect(kinds('one\ntwo\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\nthree')).toEqual([
    ...['paragraph', 'table', 'paragraph'],
  ])
  expect(kinds('1. a\n```\nx\n```\n2. b')).toEqual(['list', 'fence', 'list'])
  expect(kinds('a | b\n\n--- | ---')).toEqual(['paragraph', 'paragraph'])
})

it('leaves comments out', () => {
  expect(blocksOf('a\n\n<!-- b\n\nc -->\nd').map(({ lines }) => lines)).toEqual([['a'], ['d']])
})

it('knows the items of a list with what belongs to them', () => {
  const [list] = blocksOf('- a\n  - b\n  ```\n- not an item\n  ```\n- c\nlazy')
  expect(list && itemsOf(list)).toEqual(['- a\n  - b\n  ```\n- not an item\n  ```', '- c\nlazy'])
})

it('takes long lines of any kind without getting slow', { timeout: 20_000 }, () => {
  for (const mark of ['`', '~', '# ', '| ', '- ', '=', '|-', ' ']) {
    expect(blocksOf(mark.repeat(200_000 / mark.length)).length).toBeLessThan(2)
  }
})
