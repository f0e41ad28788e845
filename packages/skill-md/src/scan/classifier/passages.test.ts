import { describe, expect, it } from 'vitest'
import { segmentOf } from '../split-segments.ts'
import { passagesOf, readSentences } from './passages.ts'

const six = 'alpha beta gamma delta epsilon zeta'

function passages(text: string, path = 'SKILL.md', kind: 'prose' | 'code' = 'prose') {
  const segment = segmentOf(path, kind, text, 1)
  return [...passagesOf(readSentences(segment))].map(({ at, length }) =>
    segment.folded.slice(at, at + length),
  )
}

describe('the passages of a text', () => {
  it('are one, two or four sentences that follow one another, none of them too short to say something', () => {
    const [one, two, three] = ['a', 'b', 'c'].map((name) => `${six} ${name} one two.`)
    expect(passages(`${one} ${two}\n\n${three}\n\nShort.`)).toEqual([
      `${one}`,
      `${one} ${two}`,
      `${one} ${two}\n\n${three}`,
      `${two}`,
      `${two} ${three}`.replace('. ', '.\n\n'),
      `${three}`,
    ])
  })

  it('reach to the end of a sentence however long it is', () => {
    const text = `${`${six} `.repeat(60)}and then the end of it comes here at last`
    expect(passages(text).some((one) => one.endsWith('here at last'))).toBe(true)
  })

  it('are cut at the marks of scripts that have no blanks', () => {
    const first = '请先阅读整个文件然后写出摘要。'
    const second = '最后把结果保存到本地文件夹里面。'
    expect(passages(`${first}${second}`)).toEqual([first, `${first}${second}`, second])
  })

  it('of a code block are its lines', () => {
    const code = `curl one two three four five six seven\ncat one two three four five six seven`
    expect(passages(code, 'SKILL.md', 'code')).toContain(code)
  })

  it('of a script are in its comments', () => {
    const code = `x = 1\n# ${six} one two three\ny = call(alpha, beta, gamma, delta, epsilon, zeta, eta, theta)\n`
    expect(passages(code, 'run.py', 'code')).toEqual([`${six} one two three`])
  })
})
