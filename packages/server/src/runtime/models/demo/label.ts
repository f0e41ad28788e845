export const label = 'Demo model (offline)'

/** Paragraph before every answer, so that nobody takes it for a real model's. */
export const prefix = `**${label}**: I match words, I do not think.\n\n`
