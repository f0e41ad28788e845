import { describe, expect, it } from 'vitest'
import { highlight } from './highlight-code.ts'

const join = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('')

describe('highlighted code', () => {
  it('knows a language by its name, its short name and in capitals', async () => {
    const keyword = { text: 'SELECT', classes: 'tok-keyword' }
    for (const name of ['sql', 'SQL']) {
      expect(await highlight(name, 'SELECT 1;')).toContainEqual(keyword)
    }
    const python = 'def f():\n    return "x"\n'
    for (const name of ['python', 'py']) {
      expect(await highlight(name, python)).toContainEqual({ text: 'def', classes: 'tok-keyword' })
    }
  })

  it('changes no character, whatever the language', async () => {
    const code = '<b>&amp;</b>\n\n\tlet x = "\\u202e" // ünïcode\n'
    for (const name of ['ts', 'yaml', 'markdown', 'dockerfile', 'nothing', '__proto__']) {
      expect(join(await highlight(name, code))).toBe(code)
    }
  })
})
