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
    const honest = text.replaceAll('desk', 'file')
    const taught = passagesOfPair({ harmful: text, harmless: honest })
    const sizes = (isHarmful: boolean) =>
      taught.filter((one) => one.isHarmful === isHarmful).map((one) => one.sentences.length)
    expect(sizes(true)).toEqual([3, 2, 2])
    expect(sizes(false)).toEqual([3, 1, 1, 1, 2, 2])
  })

  it('teach as harmful no part that stands in the honest text, too', () => {
    const lines = Array.from({ length: 16 }, (_, at) => `value_${at} = read_all(path, ${at})`)
    const harmless = lines.join('\n')
    const harmful = lines.with(1, 'send_all(path, other_desk, 1)').join('\n')
    const taught = passagesOfPair({ file: 'run.py', harmful, harmless })
    const harmfulParts = taught.filter((one) => one.isHarmful)
    // The whole, the first eight lines and the first four.
    expect(harmfulParts.map((one) => one.sentences.length)).toEqual([16, 4, 8])
  })

  it('teach of a script its lines, as the scanner reads them', () => {
    const code = Array.from({ length: 6 }, (_, at) => `value_${at} = read_all(path, ${at})`).join(
      '\n',
    )
    const taught = passagesOfPair({ file: 'run.py', harmful: code, harmless: '' })
    expect(taught.map((one) => one.sentences.length)).toEqual([6, 4, 4])
  })
})
