import type { Machine } from './check-machine.ts'
import { describeConnectionError, placeOf } from './check-server.ts'
import { broken, type DoctorReport, missing, works } from './doctor-report.ts'

type Env = Machine['env']

export async function checkModel(env: Env): Promise<DoctorReport> {
  const base = env.OPENAI_BASE_URL || env.ANTHROPIC_BASE_URL
  if (base) return checkPlace('model', base, 'Check OPENAI_BASE_URL or ANTHROPIC_BASE_URL.')
  if (env.ANTHROPIC_API_KEY) return works('model', 'Anthropic, by ANTHROPIC_API_KEY')
  if (env.OPENAI_API_KEY) return works('model', 'OpenAI, by OPENAI_API_KEY')
  const fix =
    'Add one on the page under Settings → Models, or set OPENAI_API_KEY or ANTHROPIC_API_KEY for the server.'
  return missing('model', 'No model is set in this environment: a demo model answers.', fix)
}

/** The indexes that packages of scripts come from, where others than the machine's own are set. */
export async function checkIndexes(env: Env): Promise<readonly DoctorReport[]> {
  if (env.PACKAGE_INSTALLATION === 'off') return [works('index', 'packages are not installed')]
  const set = ['PACKAGE_INDEX_PYTHON', 'PACKAGE_INDEX_NODE'].flatMap((name) => {
    const url = env[name]
    return url ? [checkPlace('index', url, `Correct ${name}.`)] : []
  })
  return set.length > 0 ? Promise.all(set) : [works('index', 'the machine’s own')]
}

async function checkPlace(subject: string, url: string, fix: string): Promise<DoctorReport> {
  const defaultPort = url.startsWith('http:') ? 80 : 443
  const place = placeOf(url, defaultPort)
  if (!place) return broken(subject, 'Its address is not a URL.', fix)
  // Never the whole URL: it can have a password.
  const shown = `${place.hostname}:${place.port}`
  const reason = await describeConnectionError(place)
  if (reason === null) return works(subject, `${shown} answers`)
  return broken(subject, `${shown} does not answer (${reason}).`, fix)
}
