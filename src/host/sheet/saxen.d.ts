// saxen brings no types of its own; this is the part that is used here.
declare module 'saxen' {
  export class Parser {
    on(event: 'openTag', heard: (name: string, attributes: () => Record<string, string>) => void): this;
    on(event: 'closeTag', heard: (name: string) => void): this;
    on(event: 'text' | 'cdata' | 'attention', heard: (text: string) => void): this;
    parse(xml: string): Error | null;
  }
}
