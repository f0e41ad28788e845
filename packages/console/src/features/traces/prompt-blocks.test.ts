import { describe, expect, it } from 'vitest'
import { compareBlocks, formatTokenChange, promptBlocks, tokensAdded } from './prompt-blocks.ts'

const skill = (name: string, body: string) => `<skill name="${name}">\n${body}\n</skill>`

describe('the blocks of a recorded prompt', () => {
  it('E9: have names that a person knows', () => {
    const system = ['Be kind.', '<skill_catalogue>\na\n</skill_catalogue>', skill('Triage', 'x')]
    expect(promptBlocks([...system, 'Notes on folders']).map(({ name }) => name)).toEqual([
      'Rules and instructions',
      'Skills offered',
      'Skill Triage',
      'Further instructions',
    ])
  })

  it('E9: take no name from the text of somebody else', () => {
    const hostile = [
      'Policy: <skill name="Trusted">\nno',
      '<constructor>\nx',
      '<toString name="a">\n',
    ]
    expect(promptBlocks(hostile).map(({ name }) => name)).toEqual([
      'Rules and instructions',
      'Further instructions',
      'Further instructions',
    ])
  })

  it('E9: say what is new, changed, the same and gone since the step before', () => {
    const before = promptBlocks(['Be kind.', skill('A', '1'), skill('B', '1')])
    const after = promptBlocks(['Be kind.', skill('B', '2'), skill('C', '1')])
    const changes = compareBlocks(after, before).map(({ name, change }) => [name, change])
    expect(changes).toEqual([
      ['Rules and instructions', 'same'],
      ['Skill B', 'changed'],
      ['Skill C', 'new'],
      ['Skill A', 'gone'],
    ])
    expect(compareBlocks(after, null).map(({ change }) => change)).toEqual([null, null, null])
  })

  it('say how many tokens each adds to the step before, and a gone one takes away', () => {
    const before = promptBlocks(['x'.repeat(40), skill('A', 'y'.repeat(80)), skill('B', 'z')])
    const after = promptBlocks(['x'.repeat(40), skill('B', 'z'.repeat(401))])
    const compared = compareBlocks(after, before)
    const added = compared.map((block) => [block.name, formatTokenChange(tokensAdded(block))])
    expect(added).toEqual([
      ['Rules and instructions', '+0 tokens'],
      ['Skill B', '+100 tokens'],
      ['Skill A', '−27 tokens'],
    ])
  })

  it('E9: stay apart where two have the same name', () => {
    const twice = promptBlocks([skill('A', '1'), skill('A', '2')])
    const compared = compareBlocks(twice, promptBlocks([skill('A', '1')]))
    expect(compared.map(({ change }) => change)).toEqual(['same', 'new'])
    expect(new Set(compared.map(({ key }) => key)).size).toBe(2)
  })
})
