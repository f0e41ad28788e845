import { editDistance } from '@repertoire/core/choose'
import { environmentSchema } from './environment-schema.ts'

/** Variables of the command line and of scripts of this repository, which share an environment with the server. */
const ofOtherPrograms = [
  'REPERTOIRE_API_KEY',
  'REPERTOIRE_BENCH_EMBEDDINGS_MODEL',
  'REPERTOIRE_BENCH_EMBEDDINGS_URL',
  'REPERTOIRE_KEY',
  'REPERTOIRE_LOGINS',
  'REPERTOIRE_NOTIFICATION_SECRET',
  'REPERTOIRE_PROVIDER_KEY',
  'REPERTOIRE_SERVER',
  'REPERTOIRE_SOURCE_TOKEN',
  'REPERTOIRE_TEST_COUNTS',
  'REPERTOIRE_URL',
  'REPERTOIRE_WEBHOOK_SECRET',
] as const

const settings = Object.keys(environmentSchema.shape)
const known: ReadonlySet<string> = new Set([...settings, ...ofOtherPrograms])
const prefix = 'REPERTOIRE_'
/** Edits from a known name within which an unknown one counts as misspelt. */
const maxEdits = 3

/** What Kubernetes sets for a service that is called `repertoire`, or starts so. */
const ofKubernetes =
  /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT_\d+_(?:TCP|UDP)(?:_(?:ADDR|PORT|PROTO))?$/
const kubernetesAddress = /^(?:tcp|udp):\/\//

/** One line, without the value, for each variable that looks like a setting and is none. */
export function unknownVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = Object.keys(env).filter((name) => name.startsWith(prefix) && !known.has(name))
  return names.filter((name) => env[name] && !isOfKubernetes(name, env[name])).map(lineOf)
}

function isOfKubernetes(name: string, value: string): boolean {
  return ofKubernetes.test(name) || (name.endsWith('_PORT') && kubernetesAddress.test(value))
}

function lineOf(name: string): string {
  const meant = nearest(name)
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`
  return `${name} is no setting, so it has no effect.${question}`
}

/** The same name behind another prefix, or else the one with the fewest edits. */
function nearest(name: string): string | undefined {
  const rest = name.slice(prefix.length)
  const behind = settings.find((one) => one === rest || one.endsWith(`_${rest}`))
  if (behind !== undefined) return behind
  const byEdits = [...known].map((one) => [editDistance(name, one, maxEdits), one] as const)
  const [edits, one] = byEdits.reduce((best, next) => (next[0] < best[0] ? next : best))
  return edits <= maxEdits ? one : undefined
}
