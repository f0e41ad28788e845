/** Names that are made of signs, or that people shorten, and the words that stand for them. */
const spellings: readonly (readonly [written: RegExp, word: string])[] = [
  [/(?<![\p{L}\p{N}])([a-z])\/([a-z])(?![\p{L}\p{N}/])/giu, ' $1$2 '],
  [/(?<![\p{L}\p{N}])c\+\+/giu, ' cplusplus '],
  [/(?<![\p{L}\p{N}])([cf])#/giu, ' $1sharp '],
  [/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/giu, ' dotnet '],
  [/(?<![\p{L}\p{N}])k8s(?![\p{L}\p{N}])/giu, ' kubernetes '],
]
const signs = /[/+#]|\.net|k8s/i

/** The text with `A/B`, `C++`, `C#`, `.NET` and `k8s` as words, which splitting at signs would lose. Linear. */
export function expandSymbols(text: string): string {
  if (!signs.test(text)) return text
  return spellings.reduce((spelled, [written, word]) => spelled.replace(written, word), text)
}
