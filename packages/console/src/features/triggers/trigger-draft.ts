import type { TriggerBody, TriggerCreate } from '@repertoire/protocol'

/** A trigger while a person writes it: lists as text, as they are typed. */
export interface TriggerDraft {
  readonly name: string
  readonly message: string
  readonly agent_id: string | null
  readonly kind: 'cron' | 'webhook'
  readonly cron: string
  readonly time_zone: string
  readonly missed: 'skip' | 'run-once'
  readonly severity: 'info' | 'warn' | 'critical'
  readonly symbol: string
  readonly asset_class: string
  readonly preload_skills: string
  readonly suggested_stages: string
  readonly scripts_allowed: boolean
  readonly conversation: 'new' | 'kept'
  readonly most_per_hour: string
}

export function newTriggerDraft(timeZone: string): TriggerDraft {
  return {
    ...{ name: '', message: '', agent_id: null, kind: 'cron', cron: '0 7 * * 1-5' },
    ...{ time_zone: timeZone, missed: 'skip', severity: 'info', symbol: '', asset_class: '' },
    ...{ preload_skills: '', suggested_stages: '', scripts_allowed: false },
    ...{ conversation: 'new', most_per_hour: '60' },
  }
}

export function draftOf(trigger: TriggerBody, timeZone: string): TriggerDraft {
  const { trigger: start, asset } = trigger
  const schedule =
    start.kind === 'cron'
      ? { cron: start.cron, time_zone: start.time_zone, missed: start.missed }
      : {}
  return {
    ...newTriggerDraft(timeZone),
    ...{ name: trigger.name, message: trigger.message ?? '', agent_id: trigger.agent_id },
    ...{ kind: start.kind, ...schedule, severity: trigger.severity },
    ...{ symbol: asset?.symbol ?? '', asset_class: asset?.asset_class ?? '' },
    preload_skills: trigger.preload_skills.join(', '),
    suggested_stages: trigger.suggested_stages.join(', '),
    ...{ scripts_allowed: trigger.scripts_allowed, conversation: trigger.conversation },
    most_per_hour: String(trigger.most_per_hour),
  }
}

/** As the server takes it. */
export function bodyOf(draft: TriggerDraft): TriggerCreate {
  const { name, message, agent_id, severity, scripts_allowed, conversation } = draft
  const { kind, cron, time_zone, missed, symbol, asset_class } = draft
  return {
    ...{ name, message, agent_id, severity, scripts_allowed, conversation },
    trigger: kind === 'cron' ? { kind, cron, time_zone, missed } : { kind },
    asset: symbol.trim() && asset_class.trim() ? { symbol, asset_class } : null,
    preload_skills: words(draft.preload_skills),
    suggested_stages: words(draft.suggested_stages),
    most_per_hour: Number(draft.most_per_hour),
  }
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

/** A command that signs a delivery with tools every machine has. */
export function curlCommand(origin: string, id: string, secret: string): string {
  return [
    `secret='${secret}'`,
    `body='{"severity":"warn","note":"what happened"}'`,
    'id="evt_$(date +%s)"; time="$(date +%s)"',
    `key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')`,
    'mac=$(printf %s "$id.$time.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)',
    `curl -sS ${origin}/api/v1/trigger-deliveries -H 'content-type: application/json' \\`,
    `  -H 'repertoire-trigger: ${id}' -H "webhook-id: $id" -H "webhook-timestamp: $time" \\`,
    '  -H "webhook-signature: v1,$mac" -d "$body"',
  ].join('\n')
}
