export const label = 'Demo model (offline)'

/** Prefix of every answer, so that nobody takes it for a real model's. */
export const prefix = `**${label}**: I match words, I do not think. `
