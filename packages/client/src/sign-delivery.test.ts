import { describe, expect, it } from 'vitest'
import { signDelivery } from './sign-delivery.ts'

const delivery = {
  signalId: 'sig_1',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  key: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  body: '{"test": 2432232314}',
  at: 1_614_265_330_999,
}

describe('signing a delivery', () => {
  it('E8: matches the example of Standard Webhooks', async () => {
    const { headers, body } = await signDelivery(delivery)
    expect(headers).toEqual({
      'repertoire-trigger': 'sig_1',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
    expect(new TextDecoder().decode(body)).toBe(delivery.body)
  })

  it.each(['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_*', 'whsec_a', 'whsec_AAAA\n'])(
    'E8: %j is not a secret, and is not repeated in the error',
    async (secret) => {
      const refused = await signDelivery({ ...delivery, secret }).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(TypeError)
      expect(String(refused)).toBe('TypeError: A secret of a webhook begins with whsec_.')
    },
  )
})
