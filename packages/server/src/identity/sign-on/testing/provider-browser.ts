/** A browser of a person who answers the provider's own pages: its login form, and its question for consent. */
export interface ProviderBrowser {
  /** From an authorization URL to where the provider sends the browser back to. */
  logIn(authorizationUrl: string, subject: string): Promise<string>
}

/** Keeps the provider's cookies, so that a second login is without a form, as in a browser. */
export function createProviderBrowser(issuer: string): ProviderBrowser {
  const cookies = new Map<string, string>()
  const send = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  return {
    async logIn(authorizationUrl, subject) {
      let response = await send(authorizationUrl)
      for (let step = 0; step < 20; step += 1) {
        const location = response.headers.get('location')
        if (location) {
          const next = new URL(location, issuer)
          if (next.origin !== issuer) return next.href
          response = await send(next.href)
          continue
        }
        const page = await response.text()
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
        if (!action) throw new Error(`the provider answered ${response.status}: ${page}`)
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
        const answer = prompt === 'login' ? { login: subject, password: 'any' } : {}
        response = await send(new URL(action, issuer).href, { prompt, ...answer })
      }
      throw new Error('the provider never sent the browser back')
    },
  }
}
