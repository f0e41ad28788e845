import { describe, expect, it } from 'vitest'
import { segmentOf } from '../split-segments.ts'
import { passagesOf } from './passages.ts'

const six = 'alpha beta gamma delta epsilon zeta'

function passages(text: string, path = 'SKILL.md', kind: 'prose' | 'code' = 'prose') {
  const segment = segmentOf(path, kind, text, 1)
  return [...passagesOf(segment)].map(({ at, length }) => segment.folded.slice(at, at + length))
}

describe('the passages of a text', () => {
  it('are one, two or four sentences that follow one another, none of them too short to say something', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((name) => `${six} ${name} one two.`)
    expect(passages(`${one} ${two}\n\n${three}\n\nShort.`)).toEqual([
      ...[`${one}`, `${two}`, `${three}`],
      ...[`${one} ${two}`, `${two}\n\n${three}`],
      `${one} ${two}\n\n${three}`,
    ])
  })

  it('reach to the end of a sentence however long it is', () => {
    const text = `${`${six} `.repeat(60)}and then the end of it comes here at last`
    expect(passages(text).some((one) => one.endsWith('here at last'))).toBe(true)
  })

  it('are cut at the marks of scripts that have no blanks', () => {
    const first = '请先阅读整个文件然后写出摘要。'
    const second = '最后把结果保存到本地文件夹里面。'
    expect(passages(`${first}${second}`)).toEqual([first, second, `${first}${second}`])
  })

  it('of a code block are its lines', () => {
    const code = `curl one two three four five six seven\ncat one two three four five six seven`
    expect(passages(code, 'SKILL.md', 'code')).toContain(code)
  })

  it('of a script are four, eight or sixteen lines, each beginning in the middle of the one before', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `value_${at} = read(file, ${at})`)
    const parts = (size: number, from: readonly number[]) =>
      from.map((at) => lines.slice(at, at + size).join('\n'))
    expect(passages(lines.join('\n'), 'run.py', 'code')).toEqual([
      ...parts(4, [0, 2, 4, 6, 8, 10]),
      ...parts(8, [0, 4]),
      ...parts(16, [0]),
    ])
  })

  it('of a script are also in its comments', () => {
    const code = `x = 1\n# ${six} one two three\n`
    expect(passages(code, 'run.py', 'code')).toContain(`${six} one two three`)
  })
})
