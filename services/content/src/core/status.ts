export const statuses = ['published', 'draft'] as const
export type Status = (typeof statuses)[number]

export const isStatus = (value: unknown): value is Status => statuses.some((status) => status === value)
