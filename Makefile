# Two commands: `make serve` to use Retryscope, `make test` to check everything.
PORT ?= 8080
export PORT

.PHONY: serve build test bench screenshots clean

serve: build
	@scripts/serve.sh

build:
	@scripts/setup-build.sh
	@scripts/build.sh

test:
	@scripts/setup-build.sh
	@scripts/setup-test.sh
	@scripts/test.sh

bench: build
	@scripts/setup-test.sh
	@scripts/bench.sh

# Takes the screenshots of docs/screenshots from the built page.
screenshots: build
	@scripts/setup-test.sh
	@node scripts/screenshots.mjs

clean:
	rm -rf target dist node_modules test-results
