import type { DeviceTokenBody, SessionList } from '@repertoire/protocol'
import { Resource } from './resource.ts'

/** A browser's login. */
export class SessionResource extends Resource {
  readonly login = this.call('post', '/api/v1/session')

  /** A one-time link that logs a browser in as the holder of the key. */
  readonly link = this.call('post', '/api/v1/session/link')

  /** Asks for a key that a person confirms on the page by a short code. */
  readonly startDeviceLogin = this.call('post', '/api/v1/device/code')

  /** The key, once a person has confirmed the code; it is given once. */
  deviceToken(deviceCode: string): Promise<DeviceTokenBody> {
    const body = { device_code: deviceCode }
    return this.transport.json('/api/v1/device/token', { method: 'POST', body })
  }

  /** What a code asks for. */
  readonly deviceRequest = this.call('get', '/api/v1/device/requests/{code}')
  readonly answerDeviceRequest = this.call('post', '/api/v1/device/requests/{code}')
  readonly logout = this.call('delete', '/api/v1/session')
  readonly me = this.call('get', '/api/v1/me')
  /** The sessions of oneself, or of a member. */
  list(userId?: string): Promise<SessionList> {
    return this.transport.json('/api/v1/sessions', { query: { user_id: userId } })
  }

  readonly end = this.call('delete', '/api/v1/sessions/{id}')

  /** All but the one that asks, unless that is included. */
  endAll(which: { userId?: string; includeCurrent?: boolean } = {}): Promise<{ ended: number }> {
    const query = { user_id: which.userId, include_current: which.includeCurrent }
    return this.transport.json('/api/v1/sessions', { method: 'DELETE', query })
  }
}
