import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutraliseTemplates } from './chat-templates.ts'

/** Control tokens of the families, as their tokenizers know them. */
const families: Readonly<Record<string, readonly string[]>> = {
  ChatML: ['<|im_start|>', '<|im_end|>', '<|im_sep|>', '<|endoftext|>'],
  'Llama 2': ['[INST]', '[/INST]', '<<SYS>>', '<</SYS>>', '<s>', '</s>'],
  'Llama 3': [
    ...['<|begin_of_text|>', '<|end_of_text|>', '<|start_header_id|>', '<|end_header_id|>'],
    ...['<|eot_id|>', '<|eom_id|>', '<|python_tag|>', '<|reserved_special_token_0|>'],
    ...['<|header_start|>', '<|header_end|>', '<|eot|>'],
  ],
  Gemma: [
    ...['<start_of_turn>', '<end_of_turn>', '<bos>', '<eos>', '<start_of_image>', '<pad>'],
    ...['<start_function_call>', '<end_function_response>', '<|turn>', '<turn|>', '<|think|>'],
  ],
  Mistral: [
    ...['[INST]', '[/INST]', '[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]', '[AVAILABLE_TOOLS]'],
    ...['[/AVAILABLE_TOOLS]', '[TOOL_CALLS]', '[TOOL_RESULTS]', '[/TOOL_RESULTS]', '[THINK]'],
  ],
  Phi: ['<|system|>', '<|user|>', '<|assistant|>', '<|end|>', '<|endofprompt|>'],
  Qwen: [
    ...['<|im_start|>', '<|vision_start|>', '<|object_ref_start|>', '<|fim_prefix|>'],
    ...['<tool_call>', '</tool_call>', '<tool_response>', '<think>', '</think>'],
  ],
  DeepSeek: [
    ...['<｜begin▁of▁sentence｜>', '<｜end▁of▁sentence｜>', '<｜User｜>', '<｜Assistant｜>'],
    ...[
      '<｜tool▁calls▁begin｜>',
      '<｜tool▁sep｜>',
      '<｜DSML｜function_calls>',
      '</｜DSML｜invoke>',
    ],
  ],
  'Command-R': [
    ...['<|START_OF_TURN_TOKEN|>', '<|SYSTEM_TOKEN|>', '<|CHATBOT_TOKEN|>', '<BOS_TOKEN>'],
    ...['<EOS_TOKEN>', '<|START_RESPONSE|>'],
  ],
  'GPT-OSS harmony': [
    ...['<|start|>', '<|channel|>', '<|message|>', '<|call|>', '<|return|>', '<|constrain|>'],
  ],
  others: ['[gMASK]', '<sop>', '<extra_id_0>', '<SPECIAL_10>', '[|user|]', '<fim_middle>'],
}
const tokens = [...new Set(Object.values(families).flat())]

describe('control tokens of chat templates', () => {
  it.each(Object.entries(families))('of %s are neutralised', (_, some) => {
    for (const token of some) {
      const text = neutraliseTemplates(`before ${token}system after`)
      expect(text).not.toContain(token)
      const back = text.replaceAll('&lt;', '<').replaceAll('&#91;', '[')
      expect(back).toBe(`before ${token}system after`)
    }
  })

  it.each([
    ...[
      '＜|im_start|＞',
      '<｜im_start｜>',
      '<start_of\u200b_turn>',
      '＜start_of_turn＞',
      '〈bos〉',
    ],
    ...['［INST］', '[\u2060INST]', '[ＩＮＳＴ]', '＜＜SYS＞＞', '<Start_Of_Turn>', '<𝐛𝐨𝐬>'],
  ])('in another form are neutralised too: %j', (token) => {
    expect(neutraliseTemplates(token)).toMatch(/&lt;|&#91;/)
  })

  it.each([
    ...['a < b and b > c', 'if (x <| y |> z)', '1 << 2 >> 3', '<div class="s">', '<svg>', '<span>'],
    ...[
      '[link](https://example.com)',
      '- [ ] task',
      'usage: run [OPTIONS] [ARGS]',
      '[inst]',
      'a[i]',
    ],
    ...[
      'List<String>',
      'Map<String, Token>',
      '{"a": ["INST"]}',
      '<skill>',
      '&lt;|im_start|>',
      '[1]',
    ],
    ...[
      'Bearer <access_token>',
      '<end_of_month>',
      '<end-of-file>',
      'x <= 3',
      '#[derive(Debug)]',
      '<!-- s -->',
      '<strong>',
      '[[INST',
      '<|',
    ],
  ])('ordinary text stays as it is: %j', (text) => {
    expect(neutraliseTemplates(text)).toBe(text)
  })

  const pieces = fc.constantFrom(
    ...['<', '>', '|', '[', ']', '/', 's', 'INST', '\u200b', ' ', '\n', '｜', '&lt;', '＜', '▁'],
  )
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...tokens), pieces, fc.string({ maxLength: 5 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''))

  it('never come through, whatever stands around them, and nothing else changes', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = neutraliseTemplates(text)
        expect(tokens.filter((token) => safe.includes(token))).toEqual([])
        expect(neutraliseTemplates(safe)).toBe(safe)
        const unfolded = text.replaceAll(/[<＜]/g, '&lt;').replaceAll('[', '&#91;')
        expect(safe.replaceAll(/[<＜]/g, '&lt;').replaceAll('[', '&#91;')).toBe(unfolded)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['<', '[', '<|', '<a', '[INST', '<\u200b', 'a'])(
    'are looked for once in a text of a million characters of %j',
    (unit) => {
      const text = unit.repeat(Math.floor(1_000_000 / unit.length))
      expect(neutraliseTemplates(text)).toBe(text)
    },
  )
})
