import type { AppRequest, PendingRevisionSummary } from '@repertoire/protocol'
import type { SkillFilters } from './queries.ts'

type Raw = Record<string, unknown>

/** The filters of the list, and which skill is peeked at beside it. */
export interface SkillsSearch extends SkillFilters {
  readonly peek?: string
}

export function skillsSearch(raw: Raw): SkillsSearch {
  return given({
    ...{ over_budget: oneOf(raw.over_budget, ['true']), used: oneOf(raw.used, ['false']) },
    ...{ scripts: oneOf(raw.scripts, ['true']), findings: oneOf(raw.findings, ['true']) },
    ...{ changed: oneOf(raw.changed, ['week']), peek: text(raw.peek) },
    ...{ sort: oneOf(raw.sort, ['cost', 'used', 'changed']), order: oneOf(raw.order, ['desc']) },
    q: text(raw.q),
    scope: oneOf(raw.scope, ['org', 'user']),
    tags: text(raw.tags),
    enabled: oneOf(raw.enabled, ['true', 'false']),
    archived: oneOf(raw.archived, ['true']),
    provenance: oneOf(raw.provenance, ['authored', 'imported', 'integration', 'catalog', 'agent']),
    source_id: text(raw.source_id),
  })
}

/** What the page about routing is asked. */
export interface RoutingPlace {
  readonly message?: string
  readonly skill?: string
  readonly agent?: string
}

export function routingSearch(raw: Raw): RoutingPlace {
  return given({ message: text(raw.message), skill: text(raw.skill), agent: text(raw.agent) })
}

/** Of everybody's signals: whose, and whether they are on. */
export interface TriggersSearch {
  readonly owner?: string
  readonly enabled?: 'true' | 'false'
}

export function triggersSearch(raw: Raw): TriggersSearch {
  return given({ owner: text(raw.owner), enabled: oneOf(raw.enabled, ['true', 'false']) })
}

/** Which imports and proposals are listed; those that wait when nothing is said. */
export interface ReviewsSearch {
  readonly state?: PendingRevisionSummary['state'] | undefined
  readonly kind?: 'import' | 'update' | 'proposal' | 'offer' | undefined
  readonly verdict?: PendingRevisionSummary['verdict'] | undefined
  /** The id of a source. */
  readonly source?: string | undefined
}

export function reviewsSearch(raw: Raw): ReviewsSearch {
  return given({
    state: oneOf(raw.state, [
      ...(['held', 'approved', 'rejected', 'quarantined', 'superseded'] as const),
      ...(['withdrawn', 'stale'] as const),
    ]),
    kind: oneOf(raw.kind, ['import', 'update', 'proposal', 'offer']),
    verdict: oneOf(raw.verdict, ['clean', 'notice', 'review', 'blocked', 'incomplete']),
    source: text(raw.source),
  })
}

const inboxKinds = ['approval', 'tool', 'import', 'update', 'proposal', 'offer'] as const

/** Which entries of the inbox are listed, and which of them is read. */
export interface InboxSearch {
  readonly q?: string | undefined
  readonly kind?: (typeof inboxKinds)[number] | undefined
  /** The id of a source. */
  readonly source?: string | undefined
  readonly verdict?: PendingRevisionSummary['verdict'] | undefined
  readonly licence?: string | undefined
  readonly decision?: PendingRevisionSummary['licence_decision'] | undefined
  readonly permission?: 'tools' | 'hooks' | 'scripts' | 'hosts' | 'env' | undefined
  readonly age?: 'day' | 'week' | 'over-week' | 'over-month' | undefined
  readonly reason?: string | undefined
  readonly order?: 'oldest' | undefined
  readonly view?: 'groups' | undefined
  /** `approval.apr_…`: its kind and its id. */
  readonly entry?: string | undefined
}

export function inboxSearch(raw: Raw): InboxSearch {
  return given({
    ...{ q: text(raw.q), source: text(raw.source), licence: text(raw.licence) },
    ...{ reason: text(raw.reason), entry: text(raw.entry) },
    kind: oneOf(raw.kind, inboxKinds),
    verdict: oneOf(raw.verdict, ['clean', 'notice', 'review', 'blocked', 'incomplete']),
    decision: oneOf(raw.decision, ['allowed', 'ask', 'refused']),
    permission: oneOf(raw.permission, ['tools', 'hooks', 'scripts', 'hosts', 'env']),
    age: oneOf(raw.age, ['day', 'week', 'over-week', 'over-month']),
    order: oneOf(raw.order, ['oldest']),
    view: oneOf(raw.view, ['groups']),
  })
}

/** What of the catalogue is listed; all of it when nothing is said. */
export interface BrowseSearch {
  readonly q?: string | undefined
  /** The id of a source. */
  readonly source?: string | undefined
  readonly show?: 'available' | 'installed' | 'updates' | 'blocked' | undefined
}

export function browseSearch(raw: Raw): BrowseSearch {
  return given({
    ...{ q: text(raw.q), source: text(raw.source) },
    show: oneOf(raw.show, ['available', 'installed', 'updates', 'blocked']),
  })
}

/** What a registry is asked for, and which one. */
export type RegistrySearch = Pick<BrowseSearch, 'q' | 'source'>

export function registrySearch(raw: Raw): RegistrySearch {
  return given({ q: text(raw.q), source: text(raw.source) })
}

export const editorTabs = [
  'overview',
  'edit',
  'preview',
  'model',
  'revisions',
  'files',
  'runs',
  'routing',
  'trust',
  'insights',
  'details',
] as const
export type EditorTab = (typeof editorTabs)[number]

export interface EditorPlace {
  readonly tab?: EditorTab
  /** On the tab of files: the one that is shown, and of which revision. */
  readonly file?: string
  readonly revision?: number
}

export function editorSearch(raw: Raw): EditorPlace {
  return given({
    tab: oneOf(raw.tab, editorTabs),
    file: text(raw.file),
    revision: wholeNumber(raw.revision),
  })
}

/** Ids of the two skills that are compared. */
export interface ComparePlace {
  readonly from?: string
  readonly to?: string
}

export function compareSearch(raw: Raw): ComparePlace {
  return given({ from: text(raw.from), to: text(raw.to) })
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

interface LoginSearch {
  token?: string
  invitation?: string
  next?: string
  /** Code of why single sign-on failed. */
  problem?: string
}

export function loginSearch(raw: Raw): LoginSearch {
  return given({
    ...{ token: text(raw.token), invitation: text(raw.invitation), next: text(raw.next) },
    problem: text(raw.problem),
  })
}

/** The short code of a program that asks for a key. */
export function deviceSearch(raw: Raw): { code?: string } {
  return given({ code: text(raw.code) })
}

const requestFields = [
  ...['response_type', 'redirect_uri', 'scope', 'state', 'code_challenge'],
  ...['code_challenge_method', 'resource'],
]

/** What an app asks for, to the letter; nothing where it does not say which app it is. */
export function authorizeSearch(raw: Raw): AppRequest | { client_id?: undefined } {
  const client_id = text(raw.client_id)
  if (client_id === undefined) return {}
  const fields = requestFields.map((name) => [name, text(raw[name])] as const)
  return { client_id, ...given(Object.fromEntries(fields)) }
}

export function chatSearch(raw: Raw): { agent?: string } {
  return given({ agent: text(raw.agent) })
}

/** `from`: the approval of a call that is to be allowed again. */
export function grantsSearch(raw: Raw): { from?: string } {
  return given({ from: text(raw.from) })
}

/** Which entries of the audit log are shown. */
export interface AuditSearch {
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly trace_id?: string | undefined
  readonly actor?: string | undefined
  /** The word with which an action begins. */
  readonly kind?: string | undefined
  /** `2026-11-24`. */
  readonly day?: string | undefined
}

export function auditSearch(raw: Raw): AuditSearch {
  const day = text(raw.day)
  return given({
    action: text(raw.action),
    target: text(raw.target),
    trace_id: text(raw.trace_id),
    actor: text(raw.actor),
    kind: text(raw.kind),
    day: day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined,
  })
}

/** Which numbers the overview shows. */
export interface OverviewSearch {
  /** 30 days when nothing is said. */
  readonly period?: '24h' | '7d' | '30d' | '90d' | undefined
  readonly agent?: string | undefined
  readonly model?: string | undefined
  /** A slug or an id. */
  readonly skill?: string | undefined
  /** What the chart shows; activations when nothing is said. */
  readonly chart?: 'activations' | 'success' | 'approvals' | 'cost' | 'latency' | undefined
}

export function overviewSearch(raw: Raw): OverviewSearch {
  return given({
    period: oneOf(raw.period, ['24h', '7d', '30d', '90d']),
    ...{ agent: text(raw.agent), model: text(raw.model), skill: text(raw.skill) },
    chart: oneOf(raw.chart, ['activations', 'success', 'approvals', 'cost', 'latency']),
  })
}

/** Which trace is read and what of it, or which turns are listed. */
export interface TracesSearch {
  readonly trace_id?: string | undefined
  /** The span whose panel is open. */
  readonly span?: string | undefined
  /** A local date and time. */
  readonly at?: string | undefined
  /** The id of an agent. */
  readonly agent?: string | undefined
  readonly outcome?: (typeof outcomes)[number] | undefined
  /** The last day when nothing is said. */
  readonly since?: (typeof periods)[number] | undefined
  /** Newest first when nothing is said. */
  readonly order?: (typeof traceOrders)[number] | undefined
}

const traceOrders = ['duration', 'tokens', 'cost', 'steps'] as const

const outcomes = ['running', 'waiting', 'completed', 'failed', 'cancelled'] as const
const periods = ['7d', '30d', '90d'] as const

export function tracesSearch(raw: Raw): TracesSearch {
  return given({
    ...{ trace_id: text(raw.trace_id), span: text(raw.span), at: text(raw.at) },
    ...{ agent: text(raw.agent), outcome: oneOf(raw.outcome, outcomes) },
    ...{ since: oneOf(raw.since, periods), order: oneOf(raw.order, traceOrders) },
  })
}

/** Where to go after login: only a path of this page, never another site. */
export function safeNext(next: string | undefined): string {
  return next?.startsWith('/') && !next.startsWith('//') && !next.startsWith('/\\') ? next : '/'
}

/** For a router: every value in an address is text. */
export const plainSearch = {
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Raw) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
    return text ? `?${text}` : ''
  },
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function oneOf<const Value extends string>(
  value: unknown,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((candidate) => candidate === value)
}

/** Leaves out what is not there, so that addresses stay short. */
function given<Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  const entries = Object.entries(shape).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }
}
