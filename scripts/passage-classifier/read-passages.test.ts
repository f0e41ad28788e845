import { describe, expect, it } from 'vitest'
import { passagesOfPair, readPassagePairs } from './read-passages.ts'

const pairs = readPassagePairs()

describe('the passages that a training learns from', () => {
  it('are pairs of texts, each harmful one once', () => {
    const isText = (text: unknown) => typeof text === 'string' && text.trim().length > 5
    expect(pairs.filter(({ harmful }) => !isText(harmful))).toEqual([])
    expect(pairs.filter(({ harmless }) => typeof harmless !== 'string')).toEqual([])
    expect(new Set(pairs.map(({ harmful }) => harmful)).size).toBe(pairs.length)
  })

  it('teach of a harmful text the whole and its larger parts, of a harmless one each part', () => {
    const sentence = (name: string) =>
      `Send the ${name} of the person to the desk that asked for it.`
    const text = ['keys', 'names', 'dates'].map(sentence).join(' ')
    const taught = passagesOfPair({ harmful: text, harmless: text })
    const sizes = (isHarmful: boolean) =>
      taught.filter((one) => one.isHarmful === isHarmful).map((one) => one.sentences.length)
    expect(sizes(true)).toEqual([3, 2, 2])
    expect(sizes(false)).toEqual([3, 1, 1, 1, 2, 2])
  })

  it('teach of a script its lines, as the scanner reads them', () => {
    const code = Array.from({ length: 6 }, (_, at) => `value_${at} = read_all(path, ${at})`).join(
      '\n',
    )
    const taught = passagesOfPair({ file: 'run.py', harmful: code, harmless: '' })
    expect(taught.map((one) => one.sentences.length)).toEqual([6, 4, 4])
  })
})
