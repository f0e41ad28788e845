/** What the rules compare of a skill's text. Everything in it is untrusted, and short. */
export interface SkillInstructions {
  /** Verb and object of what it always asks for, and of what it forbids, with the sentence. */
  readonly required: ReadonlyMap<string, string>
  readonly forbidden: ReadonlyMap<string, string>
  /** Files that it writes. */
  readonly outputs: ReadonlyMap<string, string>
  /** By package, as `npm left-pad`: the one version that it pins. */
  readonly versions: ReadonlyMap<string, string>
  /** Where it reads secrets. */
  readonly secrets: readonly string[]
  /** Hosts that it sends something to. */
  readonly targets: readonly string[]
}

const maxText = 200_000
const maxLine = 400
const maxEntries = 200

const permission = /\b(?:always|must(?: always)?)\s+/.source
const prohibition = /\b(?:never|must (?:not|never)|do not(?: ever)?|don['’]t(?: ever)?)\s+/.source
/** A verb with code after it, or a whole short clause. */
const instruction = (modal: string) =>
  new RegExp(
    `${modal}(?:([a-z][a-z-]{1,20})\\s+(?:the |a |an )?\`([^\`\\n]{2,80})\`([^\\n]{0,200})|([a-z][^.,;:()!?\`"|\\n–—]{4,70})(?=[.,;:!?\\n–—]|$))`,
    'gi',
  )
const [requiring, forbidding] = [instruction(permission), instruction(prohibition)]
/** What follows narrows the instruction: another one may hold elsewhere. */
const condition =
  /^[^.;]{0,80}?\b(?:if|when|unless|except|without|while|until|before|after|for|in|inside|within|on|from|to|with|as|directly|instead|by)\b/i
/** Words that mean something else in every text. */
const vague = /\b(?:it|this|that|these|those|them|be|do|so|here|above|below|following)\b/i
const [minWords, maxWords] = [2, 7]

const writing =
  /\b(?:(?:write|save|output|export|append)s?\b[^.`\n]{0,60}?\b(?:to|in|into|as|at)|(?:write|save|generate|overwrite|maintain)s?(?: (?:a|an|the|your))?)\s+`([^`\s<>{}[\]*$]{3,120})`/gi
/** Every skill about code writes these. */
const sharedFile =
  /(?:^|\/)(?:package\.json|readme\.md|pyproject\.toml|index\.(?:ts|js|html)|requirements\.txt)$/i
const fileName = /^(?:[\w.@-]+\/)*[\w@-][\w.@-]*\.[a-z][a-z0-9]{0,7}$/i

const pinned = [
  [
    'npm',
    /\b(?:npm (?:i|install|add)|npx|pnpm (?:add|dlx)|yarn add|bunx?)\s[^\n`]{0,80}?((?:@[\w.-]+\/)?[\w.-]+)@(\d+\.\d+(?:\.\d+)?)(?![\w.])/gi,
  ],
  ['pip', /\b((?!python)[a-z][\w.-]{1,60})==(\d+(?:\.\d+){1,3})(?![\w.*])/gi],
] as const

const secretPlaces =
  /~\/\.ssh\b|\bid_(?:rsa|ed25519)\b|~\/\.aws\/credentials|~\/\.netrc|~\/\.kube\/config|~\/\.config\/gh\/hosts\.yml|(?:\bcat|\bread|\bload|\bsource|\bgrep)\s[^\n]{0,40}(?<![\w.])\.env\b(?!\.example)|\bsecurity find-(?:generic|internet)-password\b|\bop read\b|\bpass show\b|\bprintenv\b|\bLogin Data\b|\bcookies\.sqlite\b/g
const sending =
  /\bcurl\b(?=[^\n]{0,300}?(?:-X\s*(?:POST|PUT|PATCH)|--request\s+(?:POST|PUT)|\s-d\s|--data|\s-F\s|--form|-T\s|--upload-file))[^\n]{0,300}?https?:\/\/([a-z0-9][a-z0-9.-]{2,250})|\b(?:requests|httpx|axios|session|client)\.(?:post|put|patch)\(\s*f?["'`]https?:\/\/([a-z0-9][a-z0-9.-]{2,250})/gi
const placeholderHost =
  /^(?:localhost|127\.|0\.0\.0\.0|.*\bexample\b|your[-.]|api\.your|my[-.])|\.local$/i

/** Reads at most the first 200,000 characters. Pure, in linear time. */
export function skillInstructions(text: string): SkillInstructions {
  const cut = joinContinuations(text.slice(0, maxText))
  const lines = cut.split('\n').map((line) => line.slice(0, maxLine))
  const short = lines.join('\n')
  return {
    required: instructionsIn(short, requiring),
    forbidden: instructionsIn(short, forbidding),
    outputs: outputsIn(short),
    versions: versionsIn(short),
    secrets: distinct([...short.matchAll(secretPlaces)].map(([place]) => place.trim())),
    targets: distinct(
      [...short.matchAll(sending)]
        .map(([, curl, library]) => (curl ?? library ?? '').toLowerCase().replace(/[.-]+$/, ''))
        .filter((host) => !placeholderHost.test(host)),
    ),
  }
}

/** A command over several lines is one, and bold text is text. */
function joinContinuations(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll('**', '')
    .replace(/\\\n[ \t]*/g, ' ')
}

function instructionsIn(text: string, pattern: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [whole, verb = '', object = '', rest = '', clause = ''] of text.matchAll(pattern)) {
    if (found.size >= maxEntries) break
    const key = (clause || `${verb} ${object}`)
      .toLowerCase()
      .replace(/[\s*_]+/g, ' ')
      .trim()
    const words = key.split(' ').length
    const isClear = clause
      ? words >= minWords && words <= maxWords && !vague.test(clause)
      : !condition.test(rest)
    if (isClear && !found.has(key)) found.set(key, sentence(whole))
  }
  return found
}

function outputsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [whole, path = ''] of text.matchAll(writing)) {
    const name = path.replace(/^\.\//, '')
    if (found.size >= maxEntries || !fileName.test(name) || sharedFile.test(name)) continue
    if (!found.has(name)) found.set(name, sentence(whole))
  }
  return found
}

function versionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>()
  for (const [manager, pattern] of pinned) {
    for (const [, name = '', version = ''] of text.matchAll(pattern)) {
      const key = `${manager} ${name.toLowerCase()}`
      found.set(key, (found.get(key) ?? new Set()).add(version))
      if (found.size >= maxEntries) break
    }
  }
  // A text that names two versions is about the change from one to the other.
  return new Map(
    [...found].flatMap(([key, [version = '', ...more]]) =>
      more.length > 0 ? [] : [[key, version] as const],
    ),
  )
}

function sentence(text: string): string {
  return (text.split(/(?<=[.!?])\s/, 1)[0] ?? '').trim().slice(0, 160)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].slice(0, maxEntries)
}
