/** The one global outside the language that browsers and Node share and `shared/` uses. */
declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly origin: string;
  readonly password: string;
  readonly pathname: string;
  readonly port: string;
  readonly protocol: string;
  readonly search: string;
  readonly username: string;
}
