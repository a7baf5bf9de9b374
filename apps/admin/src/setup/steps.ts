/** Steps of the setup. Each saves its own values, so leaving early loses nothing. */
export const steps = ['site', 'theme', 'post'] as const
export type Step = (typeof steps)[number] | 'done'
export const isStep = (value: unknown): value is Step =>
  value === 'done' || steps.some((step) => step === value)

export interface StepProps {
  readonly onDone: () => void
}
