/** Signs that read as `<` or `[`, before a character that a token can begin with. */
const openers =
  /[<\u226e\u227a\uff1c\ufe64\u02c2\u2039\u2329\u276e\u2770\u27e8\u29fc\u3008](?=[A-Za-z/|]|[^\0-\x7f])|[[\uff3b](?=[/gIAST|]|[^\0-\x7f])/gu
const squares: ReadonlySet<string> = new Set(['[', '\uff3b'])
/** `<|word|`, with or without an end: ChatML, Llama 3, Phi, Qwen, DeepSeek, Command-R, harmony. */
const pipedToken = /^\/?[|\uff5c][^\s|\uff5c<>&;]{1,64}[|\uff5c]/u
/** The longest part of a text that is looked at, in UTF-16 units. */
const maxLength = 70
/** Characters of a token between its brackets, after folding. `▁` is a blank of SentencePiece. */
const inside = /^[A-Za-z0-9_|/\u2581-]$/
const invisible = /^[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]$/u

/** What stands between `<` and `>`, in lower case. */
const angled = new RegExp(
  `^/?(?:${[
    // Llama 2, Mistral, Gemma, GLM: ends of texts and turns.
    ...['s', 'bos', 'eos', 'pad', 'unk', 'sop', 'eop', 'sys'],
    '(?:start|end|begin|beginning)_of_(?:turn|text|sentence|role|utterance|image|audio|video)',
    '(?:start|end)_function_(?:call|response|declaration)',
    // Qwen, Hermes, DeepSeek: reasoning and calls.
    ...['think', 'tool_calls?', 'tool_responses?'],
    // Command-R, T5, Nemotron, and models of code.
    ...[
      '(?:bos|eos|pad|unk|cls|sep|mask)_token',
      'extra_id_[0-9]+',
      'special_[0-9]+',
      'fim_(?:prefix|middle|suffix|pad)',
    ],
    // One-sided: `<|turn>` and `<turn|>`.
    ...['\\|[a-z0-9_/\u2581-]+', '[a-z0-9_/\u2581-]+\\|'],
  ].join('|')})$`,
)
/** What stands between `[` and `]`; such tokens are upper case. */
const bracketed =
  /^(?:\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|THINK|SYS)|gMASK|\|[A-Za-z_]+\|)$/

/**
 * Text in which no chat template finds a control token (`<|im_start|>`, `[INST]`, `<start_of_turn>`): only the
 * opening sign of such a token is replaced, by `&lt;` or `&#91;`. The same for tokens in full-width forms and with
 * invisible characters. Linear in the text's length. Pure.
 */
export function neutraliseTemplates(text: string): string {
  return text.replace(openers, (open, offset: number) => {
    const from = offset + open.length
    if (squares.has(open)) return isBracketed(text, from) ? '&#91;' : open
    return isAngled(text, from) ? '&lt;' : open
  })
}

function isAngled(text: string, from: number): boolean {
  if (pipedToken.test(text.slice(from, from + maxLength))) return true
  const content = contentUntil(text, from, '>')
  return content !== null && angled.test(content.toLowerCase())
}

function isBracketed(text: string, from: number): boolean {
  const content = contentUntil(text, from, ']')
  return content !== null && bracketed.test(content)
}

/** The folded characters up to the closing sign; null when something else than a token stands here. */
function contentUntil(text: string, from: number, close: string): string | null {
  let content = ''
  const end = Math.min(text.length, from + maxLength)
  for (let at = from; at < end; ) {
    const character = String.fromCodePoint(text.codePointAt(at) as number)
    at += character.length
    const folded = fold(character)
    if (folded === close) return content
    if (folded === '') continue
    if (!inside.test(folded)) return null
    content += folded
  }
  return null
}

const closers: ReadonlyMap<string, string> = new Map(
  [...'\u203a\u232a\u276f\u2771\u27e9\u29fd\u3009\u02c3\u227b'].map((one) => [one, '>']),
)

function fold(character: string): string {
  if (character <= '\u007f') return character
  if (invisible.test(character)) return ''
  return closers.get(character) ?? character.normalize('NFKC')
}
