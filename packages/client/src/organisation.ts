import type {
  ApiKeyBody,
  ApiKeyCreate,
  ApiKeyCreated,
  ApprovalAnswer,
  ApprovalBody,
  ApprovalPage,
  AuditPage,
  Login,
  Me,
  MemberBody,
  MemberCreate,
  SettingsBody,
  SettingsUpdate,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

interface PageQuery {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface ApprovalQuery extends PageQuery {
  readonly status?: ApprovalBody['status'] | undefined
  readonly conversation_id?: string | undefined
}

/** Questions to people. */
export class ApprovalsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: ApprovalQuery = {}): Promise<ApprovalPage> {
    return this.#transport.json('/api/v1/approvals', { query: { ...query } })
  }

  get(id: string): Promise<ApprovalBody> {
    return this.#transport.json(`/api/v1/approvals/${segment(id)}`)
  }

  /** The first answer counts; a later one throws `approval.already-answered`. */
  answer(id: string, answer: ApprovalAnswer): Promise<ApprovalBody> {
    const path = `/api/v1/approvals/${segment(id)}`
    return this.#transport.json(path, { method: 'POST', body: answer })
  }
}

/** The organisation's settings. */
export class SettingsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  get(): Promise<SettingsBody> {
    return this.#transport.json('/api/v1/settings')
  }

  update(change: SettingsUpdate, etag?: string): Promise<SettingsBody> {
    return this.#transport.json('/api/v1/settings', { method: 'PUT', body: change, etag })
  }
}

/** People of the organisation. */
export class MembersResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<{ items: MemberBody[] }> {
    return this.#transport.json('/api/v1/members')
  }

  create(member: MemberCreate): Promise<MemberBody> {
    return this.#transport.json('/api/v1/members', { method: 'POST', body: member })
  }

  update(id: string, role: MemberBody['role']): Promise<MemberBody> {
    const path = `/api/v1/members/${segment(id)}`
    return this.#transport.json(path, { method: 'PUT', body: { role } })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/members/${segment(id)}`, { method: 'DELETE' })
  }
}

/** API keys. */
export class KeysResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<{ items: ApiKeyBody[] }> {
    return this.#transport.json('/api/v1/keys')
  }

  /** The answer is the only time the key itself is shown. */
  create(key: ApiKeyCreate): Promise<ApiKeyCreated> {
    return this.#transport.json('/api/v1/keys', { method: 'POST', body: key })
  }

  remove(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/keys/${segment(id)}`, { method: 'DELETE' })
  }
}

export interface AuditQuery extends PageQuery {
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly trace_id?: string | undefined
}

/** Who did what, when. */
export class AuditResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: AuditQuery = {}): Promise<AuditPage> {
    return this.#transport.json('/api/v1/audit', { query: { ...query } })
  }
}

/** A browser's login. */
export class SessionResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  login(login: Login): Promise<Me> {
    return this.#transport.json('/api/v1/session', { method: 'POST', body: login })
  }

  logout(): Promise<void> {
    return this.#transport.json('/api/v1/session', { method: 'DELETE' })
  }

  me(): Promise<Me> {
    return this.#transport.json('/api/v1/me')
  }
}

/** For operators and tools. */
export class SystemResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  health(): Promise<{ status: 'ok' }> {
    return this.#transport.json('/healthz')
  }

  /** Throws `store.unavailable` while the store cannot answer. */
  readiness(): Promise<{ status: 'ready'; checks: Record<string, 'ok'> }> {
    return this.#transport.json('/readyz')
  }

  openapi(): Promise<Record<string, unknown>> {
    return this.#transport.json('/api/v1/openapi.json')
  }

  /** The API's description as an HTML page. */
  async docs(): Promise<string> {
    const headers = { accept: 'text/html' }
    return (await this.#transport.raw('/api/v1/docs', { headers })).text()
  }
}
