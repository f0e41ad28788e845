import type {
  DeviceAnswer,
  DeviceCodeBody,
  DeviceCodeCreate,
  DeviceRequestBody,
  DeviceTokenBody,
  Login,
  LoginLinkBody,
  Me,
  SessionList,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** A browser's login. */
export class SessionResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  login(login: Login): Promise<Me> {
    return this.#transport.json('/api/v1/session', { method: 'POST', body: login })
  }

  /** A one-time link that logs a browser in as the holder of the key. */
  link(): Promise<LoginLinkBody> {
    return this.#transport.json('/api/v1/session/link', { method: 'POST' })
  }

  /** Asks for a key that a person confirms on the page by a short code. */
  startDeviceLogin(request: DeviceCodeCreate): Promise<DeviceCodeBody> {
    return this.#transport.json('/api/v1/device/code', { method: 'POST', body: request })
  }

  /** The key, once a person has confirmed the code; it is given once. */
  deviceToken(deviceCode: string): Promise<DeviceTokenBody> {
    const body = { device_code: deviceCode }
    return this.#transport.json('/api/v1/device/token', { method: 'POST', body })
  }

  /** What a code asks for. */
  deviceRequest(userCode: string): Promise<DeviceRequestBody> {
    return this.#transport.json(`/api/v1/device/requests/${segment(userCode)}`)
  }

  answerDeviceRequest(userCode: string, answer: DeviceAnswer): Promise<void> {
    const path = `/api/v1/device/requests/${segment(userCode)}`
    return this.#transport.json(path, { method: 'POST', body: answer })
  }

  logout(): Promise<void> {
    return this.#transport.json('/api/v1/session', { method: 'DELETE' })
  }

  me(): Promise<Me> {
    return this.#transport.json('/api/v1/me')
  }
  /** The sessions of oneself, or of a member. */
  list(userId?: string): Promise<SessionList> {
    return this.#transport.json('/api/v1/sessions', { query: { user_id: userId } })
  }

  end(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/sessions/${segment(id)}`, { method: 'DELETE' })
  }

  /** All but the one that asks, unless that is included. */
  endAll(which: { userId?: string; includeCurrent?: boolean } = {}): Promise<{ ended: number }> {
    const query = { user_id: which.userId, include_current: which.includeCurrent }
    return this.#transport.json('/api/v1/sessions', { method: 'DELETE', query })
  }
}
