/** A provider with an OpenAI-compatible API, and the variables in which its key usually lies. */
export interface Provider {
  readonly label: string;
  readonly baseUrl: string;
  readonly variables: readonly string[];
}

export const providers: readonly Provider[] = [
  { label: 'OpenAI', baseUrl: 'https://api.openai.com/v1', variables: ['OPENAI_API_KEY'] },
  { label: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', variables: ['ANTHROPIC_API_KEY'] },
  { label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', variables: ['OPENROUTER_API_KEY'] },
  {
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  },
  { label: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', variables: ['GROQ_API_KEY'] },
  { label: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', variables: ['MISTRAL_API_KEY'] },
  { label: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1', variables: ['DEEPSEEK_API_KEY'] },
  { label: 'xAI', baseUrl: 'https://api.x.ai/v1', variables: ['XAI_API_KEY'] },
  { label: 'Together AI', baseUrl: 'https://api.together.xyz/v1', variables: ['TOGETHER_API_KEY'] },
  { label: 'Fireworks AI', baseUrl: 'https://api.fireworks.ai/inference/v1', variables: ['FIREWORKS_API_KEY'] },
  { label: 'Cerebras', baseUrl: 'https://api.cerebras.ai/v1', variables: ['CEREBRAS_API_KEY'] },
];

/** A model server that people run on their own machine, where it usually listens. */
export interface LocalServer {
  readonly label: string;
  readonly baseUrl: string;
}

export const localServers: readonly LocalServer[] = [
  { label: 'Ollama on this machine', baseUrl: 'http://127.0.0.1:11434/v1' },
  { label: 'LM Studio on this machine', baseUrl: 'http://127.0.0.1:1234/v1' },
  { label: 'llama.cpp on this machine', baseUrl: 'http://127.0.0.1:8080/v1' },
];
