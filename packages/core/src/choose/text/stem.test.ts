import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stem } from './stem.ts'

describe('stem', () => {
  test.each([
    [['skill', 'skills']],
    [['query', 'queries', 'querying', 'queried']],
    [
      [
        'optimize',
        'optimizes',
        'optimizing',
        'optimized',
        'optimization',
        'optimisation',
        'optimise',
      ],
    ],
    [['generate', 'generates', 'generating', 'generated', 'generation', 'generator']],
    [['plan', 'plans', 'planning', 'planned']],
    [['test', 'tests', 'testing', 'tested']],
    [['write', 'writes', 'writing']],
    [['deploy', 'deploys', 'deploying', 'deployed', 'deployment']],
    [['document', 'documents', 'documenting', 'documentation']],
    [['branch', 'branches', 'branching']],
    [['validate', 'validating', 'validation']],
    [['тестирование', 'тестирования', 'тестированию']],
    [['отчет', 'отчеты', 'отчетов']],
    [['αναφορα', 'αναφορες']],
  ])('one term for %j', (words) => {
    expect(new Set(words.map(stem)).size).toBe(1)
  })

  test.each([
    [['universe', 'unit']],
    [['git', 'gist']],
    [['status', 'state']],
    [['process', 'procedure']],
    [['string', 'strong']],
  ])('different terms for %j', (words) => {
    expect(new Set(words.map(stem)).size).toBe(words.length)
  })

  test('short words, numbers and other alphabets stay as they are', () => {
    for (const word of ['git', 'css', 'aws', 's3', 'gpt4', '数据', 'テスト']) {
      expect(stem(word)).toBe(word)
    }
  })

  test('a stem is never empty and never longer than its word', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,30}$/), (word) => {
        expect(stem(word).length).toBeGreaterThan(0)
        expect(stem(word).length).toBeLessThanOrEqual(word.length + 1)
      }),
    )
  })
})
