import { loginTokenMinutes } from './identity/auth/login-token.ts'

/** Number of characters from which a key cannot be found by guessing. */
const minUnguessableLength = 20

export interface BannerFacts {
  /** URL of the page, as seen from this machine. */
  readonly url: string
  /** Name of the organisation that the link and the key belong to. */
  readonly organisation: string
  /** Null where no link is written: whoever reads the output could become the owner. */
  readonly loginToken: string | null
  readonly newKey: { readonly secret: string; readonly fromEnvironment: boolean } | undefined
  readonly model: { readonly label: string; readonly demo: boolean }
  /** The data folder. */
  readonly dataDir: string
  readonly database: string
  /** Other machines can reach the address. */
  readonly reachableFromNetwork: boolean
}

/** The text a person sees when the server starts: its URL, the login link, the key, the model. */
export function renderBanner(facts: BannerFacts): string {
  const lines = [
    `Repertoire is at ${facts.url}`,
    '',
    ...linkLines(facts),
    '',
    ...keyLines(facts),
    ...modelLines(facts.model),
    `Data:   ${facts.dataDir} (${facts.database})`,
    ...(facts.reachableFromNetwork
      ? ['Note:   other machines on your network can reach this address.']
      : []),
    'Stop:   Ctrl+C',
  ]
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`
}

/** Names are chosen by people: no control character reaches the terminal. */
function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
}

function linkLines({ url, organisation, loginToken }: BannerFacts): readonly string[] {
  const name = oneLine(organisation)
  if (loginToken === null) {
    return [`Sign in to ${name}: \`repertoire login --link\` on this machine prints a link.`]
  }
  return [
    `Sign in to ${name} (once, within ${loginTokenMinutes} minutes):`,
    `  ${url}/login?token=${loginToken}`,
  ]
}

function keyLines({ newKey, organisation }: BannerFacts): readonly string[] {
  if (!newKey) return []
  if (newKey.fromEnvironment) {
    const given = 'API key: the one given by REPERTOIRE_BOOTSTRAP_KEY, with every permission.'
    if (newKey.secret.length >= minUnguessableLength) return [given, '']
    return [
      given,
      '         It is short enough to be guessed: make it a random one where others can reach this.',
      '',
    ]
  }
  return [
    `Your API key for ${oneLine(organisation)}, with every permission. It is shown this once; keep it like a password:`,
    `  ${newKey.secret}`,
    '',
  ]
}

function modelLines(model: BannerFacts['model']): readonly string[] {
  if (!model.demo) return [`Model:  ${model.label}`]
  return [
    `Model:  ${model.label} — a scripted placeholder, not a language model.`,
    '        Add a real one on the page under Settings → Models, or set OPENAI_API_KEY and',
    '        OPENAI_MODEL, or ANTHROPIC_API_KEY and ANTHROPIC_MODEL, and start again.',
  ]
}
